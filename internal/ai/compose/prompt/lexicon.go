package prompt

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"sonora/internal/ai/compose/style"
)

//go:embed words.json
var words []byte

// kind is what a phrase says something about.
type kind int

const (
	isStyle kind = iota
	isHint       // of a style
	isMood
	isPace
	isEnergy
	isBrightness
	isRoom
	isPaceChange
	isLengthChange
	isInstrument
	isRole
	isTexture
	isSection
	isEra
	isAgain
	isRewrite
	isSwap
	isInstead
	isNegation
	isMore
	isLess
	isOnly
	isFiller
	isJoiner
)

// meaning is one meaning of a phrase.
type meaning struct {
	kind  kind
	value string
}

// Feeling is where a mood lies in Russell's circumplex of affect.
type Feeling struct {
	Valence float64 // -1 unpleasant to 1 pleasant
	Arousal float64 // -1 calm to 1 excited
}

// lexicon is what words.json and the styles say about words.
type lexicon struct {
	phrases  map[string][]meaning
	longest  int // words of the longest phrase
	feelings map[string]Feeling
	eras     map[string]string // era to the style that stands for it
	spanish  map[string]bool   // words that only Spanish has
}

// entries is words.json. A phrase that ends in "o/" is an adjective with Spanish endings.
type entries struct {
	Moods map[string]struct {
		Valence, Arousal float64
		Words            []string
	}
	Eras map[string]struct {
		Style string
		Words []string
	}
	Paces, Energies, Brightness, Rooms, PaceChanges, LengthChanges map[string][]string
	Instruments, Roles, Textures, Sections                         map[string][]string
	Again, Rewrite, Swap, Instead, Negations, More, Less, Only     []string
	Fillers, Joiners, Spanish                                      []string
}

var read = sync.OnceValue(func() *lexicon {
	decoder := json.NewDecoder(bytes.NewReader(words))
	decoder.DisallowUnknownFields()
	var e entries
	if err := decoder.Decode(&e); err != nil {
		panic(err) // the file is part of the program
	}
	l := &lexicon{phrases: map[string][]meaning{}, feelings: map[string]Feeling{}, eras: map[string]string{}, spanish: map[string]bool{}}
	for _, s := range style.All() {
		l.add(isStyle, s.Name, s.Words)
		l.add(isHint, s.Name, s.Hints)
	}
	for _, name := range slices.Sorted(maps.Keys(e.Moods)) {
		mood := e.Moods[name]
		l.feelings[name] = Feeling{mood.Valence, mood.Arousal}
		l.add(isMood, name, mood.Words)
	}
	for _, name := range slices.Sorted(maps.Keys(e.Eras)) {
		l.eras[name] = e.Eras[name].Style
		l.add(isEra, name, e.Eras[name].Words)
	}
	for kind, values := range map[kind]map[string][]string{
		isPace: e.Paces, isEnergy: e.Energies, isBrightness: e.Brightness, isRoom: e.Rooms, isPaceChange: e.PaceChanges,
		isLengthChange: e.LengthChanges, isInstrument: e.Instruments, isRole: e.Roles, isTexture: e.Textures, isSection: e.Sections,
	} {
		for value, phrases := range values {
			l.add(kind, value, phrases)
		}
	}
	for kind, phrases := range map[kind][]string{
		isAgain: e.Again, isRewrite: e.Rewrite, isSwap: e.Swap, isInstead: e.Instead, isNegation: e.Negations,
		isMore: e.More, isLess: e.Less, isOnly: e.Only, isFiller: e.Fillers, isJoiner: e.Joiners,
	} {
		l.add(kind, "", phrases)
	}
	for _, word := range e.Spanish {
		l.spanish[word] = true
	}
	for _, meanings := range l.phrases { // their order must not depend on that of a map
		slices.SortFunc(meanings, func(a, b meaning) int {
			if a.kind != b.kind {
				return int(a.kind - b.kind)
			}
			return strings.Compare(a.value, b.value)
		})
	}
	return l
})

func (l *lexicon) add(kind kind, value string, phrases []string) {
	for _, phrase := range phrases {
		endings := []string{""}
		if stem, adjective := strings.CutSuffix(phrase, "o/"); adjective {
			phrase, endings = stem, []string{"o", "a", "os", "as"}
		}
		for _, ending := range endings {
			text := folded(phrase + ending)
			if m := (meaning{kind, value}); !slices.Contains(l.phrases[text], m) {
				l.phrases[text] = append(l.phrases[text], m)
			}
			l.longest = max(l.longest, strings.Count(text, " ")+1)
		}
	}
}

// level returns a value of words.json that is a number.
func level(value string) int {
	n, err := strconv.Atoi(value)
	if err != nil {
		panic(err) // the tests read every one
	}
	return n
}
