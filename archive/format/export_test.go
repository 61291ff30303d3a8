package format

var (
	ContentOf = contentOf
	PackLZ    = packLZ
)
