// Counts the puzzles of a dump with DuckDB, as an example for a notebook of your own.
//
//   npm install @duckdb/node-api
//   node dump.mjs FOLDER [tier | clues | collection | ...]
//
// FOLDER is what 'gridkeeper dump --output FOLDER' wrote, or the unpacked download of an archive. Without a name it prints a
// tour of the dump; with the name of a table below, only that table, separated by tabs. docs/open.md describes the columns.
import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { DuckDBInstance } from '@duckdb/node-api';

const [folder, only] = process.argv.slice(2);
if (!folder) throw new Error('want the folder of a dump: node dump.mjs FOLDER');
const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));

// The checksums show that the files are whole.
for (const file of manifest.files) {
  const sum = createHash('sha256');
  await pipeline(createReadStream(join(folder, file.name)), sum);
  if (sum.digest('hex') !== file.sha256) throw new Error(`${file.name} is damaged: its SHA-256 is not that of the manifest`);
}

const duckdb = await (await DuckDBInstance.create()).connect();
await duckdb.run(`create view puzzle as from '${join(folder, 'puzzles.parquet').replaceAll("'", "''")}'`);

const tables = {
  all: `select count(*) as puzzles from puzzle`,
  tier: `select shape, tier, count(*) as puzzles from puzzle group by all order by all`,
  clues: `select shape, clue_count, count(*) as puzzles from puzzle group by all order by all`,
  collection: `select collection, licence, count(*) as puzzles from puzzle group by all order by all`,
  automorphisms: `select automorphisms, count(*) as puzzles from puzzle where automorphisms > 1 group by all order by all`,
  minutes: `select (score // 300)::integer * 5 as minutes, count(*) as puzzles from puzzle group by all order by all`,
  er: `select er, count(*) as puzzles from puzzle where er is not null group by all order by all`,
  hardest: `select clues, tier, score, er, depth, collection from puzzle order by score desc, key limit 10`,
  // Values that were not computed are null, which count leaves out.
  computed: `select count(er) as se, count(hodoku) as hodoku, count(depth) as depth, count(ladder) as ladder, count(plays) as plays from puzzle`,
};

for (const [name, query] of Object.entries(tables)) {
  if (only && only !== name) continue;
  const rows = (await duckdb.runAndReadAll(query)).getRows();
  if (!only) console.log(`\n${name}`);
  for (const row of rows) console.log(row.map((value) => value ?? '').join('\t'));
}
if (only && !tables[only]) throw new Error(`no table ${JSON.stringify(only)}: want one of ${Object.keys(tables).join(', ')}`);
