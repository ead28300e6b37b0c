package ai

import (
	"fmt"
	"slices"
	"strings"

	"sonora/internal/ai/compose/plan"
	"sonora/internal/ai/compose/prompt"
	"sonora/internal/ai/compose/style"
	"sonora/internal/generation"
	"sonora/internal/music"
)

// Outline returns the piece that the composer would make of a description. What
// the description leaves open is as usual.
func Outline(description string, usual generation.Usual) *generation.Outline {
	wish := prompt.Read(description)
	words := []string{description}
	if wish.Style == "" && wish.EraStyle == "" && !slices.Contains(wish.Avoid, usual.Style) {
		words = append(words, usual.Style)
	}
	if wish.BPM == 0 {
		words = append(words, fmt.Sprintf("%.4g BPM", suitable(usual.Tempos, wish.Style)))
	}
	if _, isNamed := wish.Pitch(); !isNamed {
		words = append(words, keyWords(usual.Key))
	}
	x := &generation.Outline{Prompt: strings.Join(words, ", "), Length: usual.Length}
	wish = prompt.Read(x.Prompt)
	wish.Length = usual.Length.Seconds()
	p := plan.Make(wish, 0)
	x.Style, x.BPM, x.Key = p.Style, p.BPM, music.Key(p.Key.Tonic)
	if p.Key.Minorish() {
		x.Key += 12
	}
	return x
}

// off is by how much a tempo may be outside of those of a style, as a share.
const off = 0.03

// suitable returns the first of some tempos that suits a style, otherwise the
// typical one of the style. A single tempo is returned in any case.
func suitable(tempos []float64, styleName string) float64 {
	s := style.Named(styleName)
	if s == nil || len(tempos) == 1 {
		return tempos[0]
	}
	for _, bpm := range tempos {
		if bpm >= s.Tempo.Low*(1-off) && bpm <= s.Tempo.High*(1+off) {
			return bpm
		}
	}
	return s.Tempo.Typical
}

// keyWords returns a key in words that the composer reads: “A minor”.
func keyWords(k music.Key) string {
	if k.Minor() {
		return strings.TrimSuffix(k.String(), "m") + " minor"
	}
	return k.String() + " major"
}
