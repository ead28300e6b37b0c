package prompt

import (
	"strings"
	"unicode"
)

// token is a word of a prompt.
type token struct {
	text     string // folded: small letters without accents
	original string
	from, to int  // where it is in the prompt, in runes
	comma    bool // punctuation separates it from the word before
}

// tokens cuts a text into words. Tags such as <b> do not count as words. A decimal point and
// the colon of a time belong to their number.
func tokens(text []rune) []token {
	var list []token
	comma := false
	for i := 0; i < len(text); {
		if end := tagEnd(text, i); end > i {
			i, comma = end, true
			continue
		}
		if !partOfWord(text, i) {
			comma = comma || strings.ContainsRune(",.;:!?()\n|", text[i])
			i++
			continue
		}
		from := i
		var folded strings.Builder
		for ; i < len(text) && partOfWord(text, i); i++ {
			if !decadeMark(text, i) {
				folded.WriteString(fold(text[i]))
			}
		}
		if folded.Len() > 0 {
			list = append(list, token{folded.String(), string(text[from:i]), from, i, comma})
			comma = false
		}
	}
	return list
}

// longestTag bounds the search for the end of a tag, in characters.
const longestTag = 300

// tagEnd returns the end of the tag that starts at i, or i for none.
func tagEnd(text []rune, i int) int {
	if text[i] != '<' || i+1 >= len(text) || text[i+1] != '/' && text[i+1] != '!' && !unicode.IsLetter(text[i+1]) {
		return i
	}
	for end := i + 1; end < min(len(text), i+longestTag); end++ {
		if text[end] == '>' {
			return end + 1
		}
	}
	return i
}

func partOfWord(text []rune, i int) bool {
	r := text[i]
	if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || strings.ContainsRune("#♯♭&", r) {
		return true
	}
	if decadeMark(text, i) {
		return true
	}
	inside := i > 0 && i+1 < len(text)
	return strings.ContainsRune(".,:", r) && inside && unicode.IsDigit(text[i-1]) && unicode.IsDigit(text[i+1])
}

// decadeMark reports whether the character at i is the apostrophe of "80's".
func decadeMark(text []rune, i int) bool {
	if text[i] != '\'' && text[i] != '’' || i < 2 || i+1 >= len(text) || text[i-1] != '0' || !unicode.IsDigit(text[i-2]) || text[i+1] != 's' && text[i+1] != 'S' {
		return false
	}
	return i+2 == len(text) || !unicode.IsLetter(text[i+2])
}

var accents = func() map[rune]rune {
	letters := map[rune]rune{}
	for plain, accented := range map[rune]string{
		'a': "áàâäãåā", 'c': "çć", 'e': "éèêëē", 'i': "íìîïī", 'n': "ñń", 'o': "óòôöõøō", 'u': "úùûüū", 'y': "ýÿ",
		'#': "♯", 'b': "♭",
	} {
		for _, r := range accented {
			letters[r] = plain
		}
	}
	return letters
}()

// fold returns a character as a small letter without accents; nothing for a mark.
func fold(r rune) string {
	r = unicode.ToLower(r)
	if plain, ok := accents[r]; ok {
		return string(plain)
	}
	if unicode.IsMark(r) {
		return ""
	}
	return string(r)
}

// folded returns the words of a text, folded and with single spaces between them.
func folded(text string) string {
	list := tokens([]rune(text))
	words := make([]string, len(list))
	for i, t := range list {
		words[i] = t.text
	}
	return strings.Join(words, " ")
}
