package prompt

import (
	"cmp"
	"embed"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"sonora/internal/ai/compose/embedded"
	"sonora/internal/ai/compose/style"
)

//go:embed words.json artists.json
var files embed.FS

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
	isLengthFactor
	isInstrument
	isRole
	isEnsemble // players who need nobody else
	isTexture
	isSection
	isEra
	isArtist // level 1 for names that are words of their own too
	isEnding
	isVoice // words that are sung, which the composer cannot write
	isTempoFactor
	isUsualTempo // of a dance, in BPM
	isPlayed     // a part, in a request to write it again
	isAgain
	isRewrite
	isSwap
	isInstead
	isNegation
	isRemoval // a negation that is a verb
	isExcept  // a negation, before what shall not be: "anything but"
	isMore
	isLess
	isExcess // less, right before a word: "too"
	isAddition
	isOnly
	isFiller
	isJoiner
)

// meaning is one meaning of a phrase.
type meaning struct {
	kind  kind
	value string
	level int // of paces, energies and the like: -2 to 2
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
	Paces, Energies, Brightness, Rooms, PaceChanges, LengthChanges, LengthFactors, TempoFactors, UsualTempos map[int][]string
	Instruments, Roles, Ensembles, Played, Textures, Sections, Endings                                       map[string][]string
	Again, Rewrite, Swap, Instead, Negations, More, Less, Only                                               []string
	Removals, Exceptions, Excess, Additions                                                                  []string
	Fillers, Joiners, Spanish, Voice                                                                         []string
}

var read = embedded.Must(func() (*lexicon, error) {
	e, err := embedded.Read[entries](files, "words.json")
	if err != nil {
		return nil, err
	}
	l := &lexicon{phrases: map[string][]meaning{}, feelings: map[string]Feeling{}, eras: map[string]string{}, spanish: map[string]bool{}}
	for _, s := range style.All() {
		l.add(meaning{kind: isStyle, value: s.Name}, s.Words)
		l.add(meaning{kind: isHint, value: s.Name}, s.Hints)
	}
	for _, name := range slices.Sorted(maps.Keys(e.Moods)) {
		mood := e.Moods[name]
		l.feelings[name] = Feeling{mood.Valence, mood.Arousal}
		l.add(meaning{kind: isMood, value: name}, mood.Words)
	}
	for _, name := range slices.Sorted(maps.Keys(e.Eras)) {
		l.eras[name] = e.Eras[name].Style
		l.add(meaning{kind: isEra, value: name}, e.Eras[name].Words)
	}
	for kind, levels := range map[kind]map[int][]string{
		isPace: e.Paces, isEnergy: e.Energies, isBrightness: e.Brightness, isRoom: e.Rooms, isPaceChange: e.PaceChanges, isLengthChange: e.LengthChanges,
		isTempoFactor: e.TempoFactors, isUsualTempo: e.UsualTempos, isLengthFactor: e.LengthFactors,
	} {
		for level, phrases := range levels {
			l.add(meaning{kind: kind, level: level}, phrases)
		}
	}
	for kind, values := range map[kind]map[string][]string{
		isInstrument: e.Instruments, isRole: e.Roles, isEnsemble: e.Ensembles, isPlayed: e.Played, isTexture: e.Textures, isSection: e.Sections, isEnding: e.Endings,
	} {
		for value, phrases := range values {
			l.add(meaning{kind: kind, value: value}, phrases)
			if kind == isInstrument {
				l.add(meaning{kind: kind, value: value}, plurals(phrases))
			}
		}
	}
	for kind, phrases := range map[kind][]string{
		isAgain: e.Again, isRewrite: e.Rewrite, isSwap: e.Swap, isInstead: e.Instead, isNegation: e.Negations,
		isMore: e.More, isLess: e.Less, isOnly: e.Only, isFiller: e.Fillers, isJoiner: e.Joiners,
		isRemoval: e.Removals, isExcept: e.Exceptions, isExcess: e.Excess, isAddition: e.Additions, isVoice: e.Voice,
	} {
		l.add(meaning{kind: kind}, phrases)
	}
	a, err := embedded.Read[artists](files, "artists.json")
	if err != nil {
		return nil, err
	}
	for level, byStyle := range []map[string][]string{a.Names, a.Ambiguous} {
		for name, phrases := range byStyle {
			l.add(meaning{kind: isArtist, value: name, level: level}, phrases)
		}
	}
	for _, word := range e.Spanish {
		l.spanish[word] = true
	}
	for _, meanings := range l.phrases { // their order must not depend on that of a map
		slices.SortFunc(meanings, func(a, b meaning) int {
			return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.value, b.value), cmp.Compare(a.level, b.level))
		})
	}
	return l, nil
})

// plurals returns the plurals of phrases, English and Spanish: "grand pianos", "pianos de cola",
// "pianos eléctricos".
func plurals(phrases []string) (list []string) {
	for _, phrase := range phrases {
		words := strings.Fields(phrase)
		first, all := slices.Clone(words), slices.Clone(words)
		first[0] = plural(words[0])
		for i := range all {
			all[i] = plural(words[i])
		}
		last := len(words) - 1
		list = append(list, strings.Join(append(slices.Clone(words[:last]), plural(words[last])), " "), strings.Join(first, " "), strings.Join(all, " "))
		if len(words) == 1 && !strings.HasSuffix(phrase, "s") {
			list = append(list, phrase+"s")
		}
	}
	return list
}

// plural returns the plural of a word, as Spanish has it: with "es" after a consonant.
func plural(word string) string {
	switch last, _ := utf8.DecodeLastRuneInString(word); {
	case last == 's' || !unicode.IsLetter(last):
		return word
	case strings.ContainsRune("aeiouáéíóú", last):
		return word + "s"
	}
	return word + "es"
}

// add gives phrases a meaning.
func (l *lexicon) add(m meaning, phrases []string) {
	for _, phrase := range phrases {
		endings := []string{""}
		if stem, adjective := strings.CutSuffix(phrase, "o/"); adjective {
			phrase, endings = stem, []string{"o", "a", "os", "as"}
		}
		for _, ending := range endings {
			text := folded(phrase + ending)
			if !slices.Contains(l.phrases[text], m) {
				l.phrases[text] = append(l.phrases[text], m)
			}
			l.longest = max(l.longest, strings.Count(text, " ")+1)
		}
	}
}
