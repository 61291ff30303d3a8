// What the server puts before worker.js.
declare const release: string;
declare const assets: string[];
