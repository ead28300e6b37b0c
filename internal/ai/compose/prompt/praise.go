package prompt

import (
	"regexp"
	"strings"
)

// The clauses that say that somebody likes what there is, in folded words with a space around
// each. What follows "the" may be a part.
var (
	praise = regexp.MustCompile(`^ ((ok|okay|oh|wow|yes|si|well|bueno|but|pero|and|y) )*` +
		`((i|we) ((really|do|just|also|absolutely|so|still) )*(like|love|enjoy|adore) (the|it|this|that|your|how|everything) ` +
		`|(a mi )?(me|nos) (gusta|gustan|encanta|encantan) |(adoro|amo) (el|la|los|las|esto) )`)
	clauseEnd = regexp.MustCompile(`[,.;:!?\n]+|(?i:\bbut\b|\bpero\b|\b(?:and|y) (?:please |now |por favor |ahora )?` +
		`(?:make|add|change|remove|put|turn|play|give|drop|haz|hazla|hazlo|añade|cambia|quita|pon|sube|baja|toca)\b)`)
)

// Unpraised returns a text about a piece without the clauses that only say what somebody likes
// of it: they ask for nothing.
func Unpraised(text string) string {
	var kept strings.Builder
	for _, clause := range clauses(text) {
		if !onlyPraises(clause) {
			kept.WriteString(clause)
		}
	}
	return strings.TrimSpace(kept.String())
}

// clauses splits a text after punctuation, and before the words that begin another clause.
func clauses(text string) (list []string) {
	from := 0
	for _, end := range clauseEnd.FindAllStringIndex(text, -1) {
		at := end[0]
		if strings.IndexByte(",.;:!?\n", text[at]) >= 0 {
			at = end[1]
		}
		if at > from {
			list = append(list, text[from:at])
			from = at
		}
	}
	return append(list, text[from:])
}

// onlyPraises reports whether a clause says that somebody likes something, and asks for nothing:
// unlike "I like the piano louder" and "me gusta el jazz".
func onlyPraises(clause string) bool {
	if !praise.MatchString(" " + folded(clause) + " ") {
		return false
	}
	w := Read(clause)
	asks := len(w.Louder) + len(w.Quieter) + len(w.Without) + len(w.Swaps) + len(w.NotMoods)
	return asks == 0 && w.Style == "" && w.BPM == 0 && w.Faster == 0 && w.Pace == 0 && w.Longer == 0 && w.Energy == 0 && w.Volume == 0
}
