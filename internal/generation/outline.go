package generation

import (
	"time"

	"sonora/internal/music"
)

// Usual is what a piece is like where its description does not say.
type Usual struct {
	Style  string
	Tempos []float64 // the first that suits the style; a single one is taken in any case
	Key    music.Key
	Length time.Duration
}

// Outline is a piece that the composer would make.
type Outline struct {
	Prompt string // asks the composer for it
	Style  string // as the composer names it
	BPM    float64
	Key    music.Key
	Length time.Duration
}
