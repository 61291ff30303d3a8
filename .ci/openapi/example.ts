// A client of the API: it takes a puzzle of the archive and plays it by the hints, until it is solved. Its types are those of
// the description, so it does not compile if an answer has another form. Usage: node example.js URL
import type { paths } from './api';

declare const process: { argv: string[] };

type Answer<Path extends keyof paths, Method extends keyof paths[Path]> =
  paths[Path][Method] extends { responses: { 200: { content: { 'application/json': infer Body } } } } ? Body : never;
type Parameters<Path extends keyof paths> =
  paths[Path] extends { get: { parameters: { query?: infer Query } } } ? Query : never;
type Question<Path extends keyof paths> =
  paths[Path] extends { post: { requestBody: { content: { 'application/json': infer Body } } } } ? Body : never;

const base = process.argv[2];

async function read<T>(answer: Response): Promise<T> {
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${await answer.text()}`);
  return answer.json() as Promise<T>;
}

async function get<Path extends keyof paths>(path: Path, query: Parameters<Path>): Promise<Answer<Path, 'get'>> {
  const address = new URL(base + path);
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const one of [value].flat()) address.searchParams.append(name, String(one));
  }
  return read(await fetch(address));
}

async function post<Path extends keyof paths>(path: Path, body: Question<Path>): Promise<Answer<Path, 'post'>> {
  return read(await fetch(base + path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }));
}

const found = await get('/search', { shape: 'sudoku', tier: ['1', '2'], sort: '-score', limit: 1 });
const [puzzle] = found.puzzles;
const rated = await post('/rate', { puzzle: puzzle.puzzle, also: ['se'] });
if (rated.tier !== puzzle.tier || !rated.se) throw new Error(`tier ${rated.tier}, want ${puzzle.tier}`);

const grid = [...puzzle.puzzle];
let hints = 0;
for (; grid.includes('.'); hints++) {
  const hint = await post('/hint', { puzzle: grid.join(''), level: 3 });
  if (!hint.step || hints > 81) throw new Error(`no step from ${grid.join('')}`);
  for (const { cell, digit } of hint.step.placements) {
    const [, row, column] = /^r(\d)c(\d)$/.exec(cell)!;
    grid[9 * (+row - 1) + +column - 1] = String(digit);
  }
  if (hint.step.placements.length === 0) break; // an elimination: a grid has no place for it
}
const path = await get('/explain', { puzzle: puzzle.puzzle });
const placed = path.steps.flatMap((step) => step.placements).length;
if (!path.solved || placed + puzzle.clues !== 81) throw new Error(`${placed} placements, of ${puzzle.clues} clues`);
console.log(`${puzzle.key}: tier ${rated.tier}, SE ${rated.se.er}, ${hints} hints, ${path.steps.length} steps`);
