-- A community that shares dailies is a guild: "server" is PostgreSQL, or a program that listens.

-- +goose Up
set local lock_timeout = '10s';

alter table server rename to guild;
alter table daily rename column server to guild;
alter table game rename column server to guild;
alter table post rename column server to guild;
alter view result rename column server to guild;

update deck set owner = 'guild ' || substr(owner, length('server ') + 1) where owner like 'server %';
update drawn set owner = 'guild ' || substr(owner, length('server ') + 1) where owner like 'server %';

-- +goose Down
set local lock_timeout = '10s';

update drawn set owner = 'server ' || substr(owner, length('guild ') + 1) where owner like 'guild %';
update deck set owner = 'server ' || substr(owner, length('guild ') + 1) where owner like 'guild %';

alter view result rename column guild to server;
alter table post rename column guild to server;
alter table game rename column guild to server;
alter table daily rename column guild to server;
alter table guild rename to server;
