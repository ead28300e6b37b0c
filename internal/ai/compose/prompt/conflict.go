package prompt

import (
	"slices"

	"sonora/internal/ai/compose/score"
)

// Moods that are further apart than these pull a piece in opposite directions.
const (
	farValence = 1.2
	farArousal = 1.5
)

// opposes reports whether a mood is the opposite of one that was read before.
func (r *reader) opposes(mood string) bool {
	is := r.feelings[mood]
	return slices.ContainsFunc(r.wish.Moods, func(other string) bool {
		was := r.feelings[other]
		valence, arousal := is.Valence-was.Valence, is.Arousal-was.Arousal
		return max(valence, -valence) >= farValence || max(arousal, -arousal) >= farArousal
	})
}

// contradictions notes what the text asks for and does not want at once: "piano without piano".
func (r *reader) contradictions() {
	w := &r.wish
	for _, part := range w.Play {
		if slices.Contains(w.Without, part) {
			r.unwanted("instrument", part.String())
		}
	}
	for _, name := range w.Textures {
		if slices.Contains(w.Without, Part{score.Texture, name}) {
			r.unwanted("texture", name)
		}
	}
	for _, name := range w.Avoid {
		if name == w.Style || name == w.Colour {
			r.unwanted("style", name)
			r.unwanted("colour", name)
		}
	}
}

// unwanted notes that a wish is not met, because the text does not want it either.
func (r *reader) unwanted(what, value string) {
	for _, read := range r.wish.Readings {
		if read.What == what && read.Value == value && len(r.wish.Doubts) < maxReadings {
			r.wish.Doubts = append(r.wish.Doubts, Doubt{what, read.Words, "unwanted"})
		}
	}
}
