-- A player's pages may have the theme of their device: '', the default.
--
-- Oldest program: 58
-- Down loses: which players have the theme of their device. They get the dark one.

-- +goose Up
set local lock_timeout = '200ms';

alter table settings
    drop constraint settings_theme_check,
    add constraint settings_theme_check check (theme in ('', 'dark', 'light', 'contrast')),
    alter column theme set default '';

-- +goose Down
set local lock_timeout = '200ms';

alter table settings alter column theme set default 'dark';
update settings set theme = 'dark' where theme = '';
alter table settings
    drop constraint settings_theme_check,
    add constraint settings_theme_check check (theme in ('dark', 'light', 'contrast'));
