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
  version: number;
  vote: string;
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

export interface Event {
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
  version: number;
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
  step: Step | null;
  paths: string[];
  extras: StepCandidate[];
  because: string[];
  wrong: string[];
  dimmed: string[];
  marks: string[];
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

export interface Step {
  version?: number;
  technique: string;
  tier: number;
  houses: string[];
  cover: string[];
  cells: string[];
  digits: number[];
  candidates: StepCandidate[];
  parts?: StepPart[];
  links: StepLink[];
  chain?: Step[];
  placements: StepCandidate[];
  eliminations: StepCandidate[];
  state?: StepState | null;
  notation?: string;
  sentence?: string;
  language?: string;
}

export interface StepCandidate {
  cell: string;
  digit: number;
}

export interface StepPart {
  cells: string[];
  digits: number[];
}

export interface StepLink {
  from: StepCandidate;
  to: StepCandidate;
  kind: string;
}

export interface StepState {
  clues: string;
  grid: string;
  candidates: string;
}
