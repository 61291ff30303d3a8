package locale

// Tags lists the languages that there is a catalogue of, as BCP 47 tags, English first.
func Tags() (tags []string) {
	for _, tag := range languages {
		tags = append(tags, tag.String())
	}
	return tags
}
