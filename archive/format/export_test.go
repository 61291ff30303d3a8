package format

var ContentOf = contentOf
