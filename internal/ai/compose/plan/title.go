package plan

import (
	"embed"
	"math/rand/v2"
	"slices"
	"strings"

	"sonora/internal/ai/compose/dice"
	"sonora/internal/ai/compose/embedded"
	"sonora/internal/ai/compose/prompt"
	"sonora/internal/ai/compose/style"
)

//go:embed titles.json
var files embed.FS

// inLanguages holds words for titles. Spanish nouns are masculine, so that every
// description fits them.
type inLanguages struct {
	English []string `json:"en"`
	Spanish []string `json:"es"`
}

func (w inLanguages) in(spanish bool) []string {
	if spanish {
		return w.Spanish
	}
	return w.English
}

type titleWords struct {
	Moods    map[string]inLanguages // descriptions
	Neutral  inLanguages            // descriptions
	Families map[string]inLanguages // nouns, by family of styles
	Textures map[string]inLanguages // nouns
}

var titles = embedded.Must(func() (titleWords, error) { return embedded.Read[titleWords](files, "titles.json") })

// title makes a title of a word for the mood and one for the style or its texture,
// in the language of the prompt: "Rainy Window", "Balcón bajo la lluvia".
func title(w prompt.Wish, p Plan) string {
	r, words := dice.New(p.Seed, "plan", "title", p.Style, p.Prompt), titles()
	descriptions := words.Neutral.in(w.Spanish)
	if len(p.Moods) > 0 {
		descriptions = words.Moods[p.Moods[r.IntN(len(p.Moods))]].in(w.Spanish)
	}
	description := draw(r, descriptions)
	nouns := words.Families[style.Named(p.Style).Family].in(w.Spanish)
	if len(w.Textures) > 0 {
		nouns = append(slices.Clip(nouns), words.Textures[w.Textures[0]].in(w.Spanish)...)
	}
	nouns = slices.DeleteFunc(slices.Clone(nouns), func(noun string) bool { // no "Electric Electric"
		return strings.Contains(description, noun) || strings.Contains(noun, description)
	})
	noun := draw(r, nouns)
	if w.Spanish {
		return noun + " " + description
	}
	switch r.IntN(4) {
	case 0:
		return "The " + description + " " + noun
	case 1:
		return noun + " and " + draw(r, slices.DeleteFunc(nouns, func(other string) bool { return other == noun }))
	}
	return description + " " + noun
}

func draw(r *rand.Rand, words []string) string { return words[r.IntN(len(words))] }
