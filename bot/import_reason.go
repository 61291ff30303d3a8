package bot

import "github.com/gridkeeper/gridkeeper/archive/library"

// rejectionKind says what the reasons of rejected lines have in common. A kind without a key, as an older
// version may have left in the archive, is shown as it is there.
func (s speech) rejectionKind(c library.ReasonCount) Part {
	if c.Kind != "" {
		return Part{Text: s.Text("import.kind."+string(c.Kind), nil)}
	}
	return typed(c.Reason)
}

// rejection says why a line was rejected: in full where its error has words in the language, else by its kind.
// In English the archive's text says more than the kind.
func (s speech) rejection(r library.Reject) Part {
	const most = 250
	if text, ok := s.Error(r.Err); ok {
		return Part{Text: cut(text, most)}
	}
	if r.Kind != "" && s.Tag() != "en" {
		return Part{Text: s.Text("import.kind."+string(r.Kind), nil)}
	}
	return typed(cut(r.Reason, most))
}
