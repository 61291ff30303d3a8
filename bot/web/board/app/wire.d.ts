// What goes between the server and the script, made of wire.go by 'go generate ./bot/web/board'.

export interface State {
  game: number;
  revision: number;
  noted: number;
  shape: string;
  name: string;
  difficulty: string;
  title: string;
  subtitle: string;
  date: string;
  clues: string;
  grid: string;
  marks: string[];
  notes: Record<string, CellNotes>;
  hints: number;
  checks: number;
  active: number;
  canUndo: boolean;
  finished: string | null;
  late: boolean;
  postable: boolean;
  leaders: Leader[];
  place: string;
  notPosted: boolean;
}

export interface Batch {
  id: string;
  revision: number;
  moves: string[];
  notes: Record<string, CellNotes>;
  noted: number | null;
  ago?: number[];
}

export interface Wish {
  id: string;
  revision: number;
  level: number;
}

export interface Answer {
  state: State;
  cells: string[];
  problem: string;
  hint: Hint | null;
  verdict: Verdict | null;
  share: string;
  posted: string;
}

export interface Step {
  seconds: number;
  kind: string;
  grid: string;
  marks: string[];
}

export interface GuestWish {
  date: string;
  grid: string;
  marks: string[];
  level: number;
}

export interface GuestGame {
  date: string;
  started: number;
  steps: GuestStep[];
  notes: Record<string, CellNotes>;
}

export interface CellNotes {
  corner?: string;
  colours?: number[];
  candidates?: Record<string, number[]>;
}

export interface Leader {
  place: string;
  name: string;
  time: string;
  own: boolean;
}

export interface Hint {
  level: number;
  most: number;
  words: string;
  details: string[];
  houses: string[];
  cover: string[];
  pattern: Mark[];
  eliminations: Mark[];
  placements: Mark[];
  links: HintLink[];
  because: string[];
  wrong: string[];
  dimmed: string[];
  candidates: string[];
}

export interface Verdict {
  words: string;
  conflicts: string[];
  mistakes: number;
  missing: number;
  solved: boolean;
  place: string;
}

export interface GuestStep {
  text: string;
  ago: number;
}

export interface Mark {
  cell: string;
  digit: number;
}

export interface HintLink {
  from: Mark;
  to: Mark;
  kind: string;
  path: string;
}
