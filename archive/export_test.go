package archive

// ImportEntries imports what no reader of files yields.
var ImportEntries = (*Store).importEntries
