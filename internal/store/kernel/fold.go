package kernel

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/zeebo/xxh3"
	"golang.org/x/text/unicode/norm"
)

// Limits that keep index entries far below the limits of the engines.
const (
	maxKey  = 400 // bytes of a unique key
	MaxSort = 80  // bytes of a sort key; the remainder does not affect the order
	maxWord = 40  // runes of a searchable word
)

// plain maps letters that compatibility decomposition keeps, but that people
// type without their special form.
var plain = map[rune]string{
	'ß': "ss", 'æ': "ae", 'œ': "oe", 'ø': "o", 'ł': "l", 'đ': "d", 'ð': "d",
	'þ': "th", 'ı': "i", 'ħ': "h", 'ŋ': "n", 'ŧ': "t", 'ĸ': "k", 'ς': "σ",
}

// Simplify converts a text to lower case and removes accents, compatibility
// forms, and control and format characters, so that "Beyoncé" and "BEYONCE" are
// equal.
func Simplify(text string) string {
	if isPlain(text) {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	for _, r := range norm.NFKD.String(strings.ToValidUTF8(text, "")) {
		r = unicode.ToLower(r)
		switch {
		case unicode.Is(unicode.Mn, r), unicode.Is(unicode.Cf, r):
		case unicode.IsSpace(r):
			b.WriteByte(' ')
		case unicode.IsControl(r):
		default:
			if s, ok := plain[r]; ok {
				b.WriteString(s)
			} else {
				b.WriteRune(r)
			}
		}
	}
	return norm.NFC.String(b.String())
}

func isPlain(text string) bool {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c >= 0x7f || (c >= 'A' && c <= 'Z') {
			return false
		}
	}
	return true
}

func isApostrophe(r rune) bool {
	return r == '\'' || r == '’' || r == '‘' || r == 'ʼ' || r == '`' || r == '´'
}

// IsIdeograph reports whether a letter is a word of its own, because its script
// does not separate words by spaces.
func IsIdeograph(r rune) bool {
	return r >= 0x2e80 && r != 'ー' && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
}

// WordsOf splits one space-delimited piece of simplified text into words:
// "ac/dc" into ac and dc, "don't" into dont, 東京 into 東 and 京.
func WordsOf(piece string) []string {
	var words []string
	var b strings.Builder
	end := func() {
		if b.Len() > 0 {
			words = append(words, Shorten(b.String()))
			b.Reset()
		}
	}
	for _, r := range piece {
		switch {
		case isApostrophe(r):
		case IsIdeograph(r):
			end()
			words = append(words, string(r))
		case unicode.IsLetter(r), unicode.IsNumber(r), unicode.Is(unicode.Mc, r):
			b.WriteRune(r)
		default:
			end()
		}
	}
	end()
	return words
}

// Shorten truncates a word to the length that the search index stores.
func Shorten(word string) string {
	n := 0
	for i := range word {
		if n++; n > maxWord {
			return word[:i]
		}
	}
	return word
}

// Fold returns the words of a text separated by single spaces: its form for
// sorting and for comparing with what people type. It keeps a text without
// letters and digits, such as "!!!".
func Fold(text string) string {
	simple := Simplify(text)
	var words []string
	for piece := range strings.FieldsSeq(simple) {
		words = append(words, WordsOf(piece)...)
	}
	if len(words) == 0 {
		for piece := range strings.FieldsSeq(simple) {
			words = append(words, Shorten(piece))
		}
	}
	return strings.Join(words, " ")
}

// isSign reports whether a character is a pictograph, such as 🔥 or ★.
func isSign(r rune) bool { return r >= 0x2190 && unicode.Is(unicode.So, r) }

// signsOf returns the distinct pictographs of a text.
func signsOf(text string) []string {
	var signs []string
	if isPlain(text) {
		return signs
	}
	for _, r := range Simplify(text) {
		if sign := string(r); isSign(r) && !slices.Contains(signs, sign) {
			signs = append(signs, sign)
		}
	}
	return signs
}

// OnlySigns returns the pictographs of a text without words, at most MaxTerms.
func OnlySigns(text string) []string {
	if len(WordsOf(Simplify(text))) > 0 {
		return nil
	}
	signs := signsOf(text)
	return signs[:min(len(signs), MaxTerms)]
}

// SearchWords returns the distinct words under which texts are found. A piece
// with inner punctuation is also found without it: acdc for AC/DC.
func SearchWords(texts ...string) []string {
	seen := map[string]bool{}
	var all []string
	add := func(word string) {
		if !seen[word] {
			seen[word] = true
			all = append(all, word)
		}
	}
	for _, text := range texts {
		simple := Simplify(text)
		found := false
		for piece := range strings.FieldsSeq(simple) {
			words := WordsOf(piece)
			for _, w := range words {
				add(w)
				found = true
			}
			if len(words) > 1 && !IsIdeograph([]rune(words[0])[0]) {
				add(Shorten(strings.Join(words, "")))
			}
		}
		if !found {
			for piece := range strings.FieldsSeq(simple) {
				add(Shorten(piece))
			}
		}
	}
	return all
}

// SortKey returns the folded form of a name for sorting, without a leading
// article.
func SortKey(name string) string { return CutBytes(withoutArticle(Fold(name)), MaxSort) }

func withoutArticle(folded string) string {
	for _, article := range []string{"the ", "a ", "an "} {
		if rest, ok := strings.CutPrefix(folded, article); ok && rest != "" {
			return rest
		}
	}
	return folded
}

// CutBytes truncates a text to at most n bytes, on a character boundary.
func CutBytes(text string, n int) string {
	if len(text) <= n {
		return text
	}
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n]
}

// SortParts joins several sort keys into one.
func SortParts(parts ...string) string { return strings.Join(parts, "\t") }

// Identity returns the same key for names that mean the same thing: it
// normalizes Unicode forms, case and spaces, but keeps accents.
func Identity(name string) string {
	lower := strings.ToLower(norm.NFKC.String(Clean(name)))
	return Bounded(strings.Join(strings.Fields(norm.NFC.String(lower)), " "))
}

// Bounded limits the length of a unique key: a long key ends in a hash of the
// whole.
func Bounded(key string) string {
	if len(key) <= maxKey {
		return key
	}
	return CutBytes(key, maxKey-20) + "#" + strconv.FormatUint(xxh3.HashString(key), 16)
}

// Clean makes an external text storable in both engines: valid UTF-8 in NFC,
// without NUL.
func Clean(text string) string {
	if isPlainASCII(text) {
		return text
	}
	return norm.NFC.String(strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", ""))
}

func isPlainASCII(text string) bool {
	for i := range len(text) {
		if text[i] == 0 || text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// escapeBase is the start of a range in a private-use plane for the bytes of
// file names that are not UTF-8.
const escapeBase = 0x10FF00

// PathText encodes a path, which may be any bytes, as valid text. TextPath is
// its inverse. Unlike names, paths are never normalized, because they must
// match the file system.
func PathText(path string) string {
	if utf8.ValidString(path) && !strings.ContainsFunc(path, isEscape) {
		return path
	}
	var b strings.Builder
	for i := 0; i < len(path); {
		r, n := utf8.DecodeRuneInString(path[i:])
		if (r == utf8.RuneError && n == 1) || isEscape(r) {
			for _, c := range []byte(path[i : i+n]) {
				b.WriteRune(escapeBase + rune(c))
			}
		} else {
			b.WriteString(path[i : i+n])
		}
		i += n
	}
	return b.String()
}

func isEscape(r rune) bool { return r >= escapeBase && r <= escapeBase+0xff }

// TextPath is the inverse of PathText.
func TextPath(text string) string {
	if !strings.ContainsFunc(text, isEscape) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if isEscape(r) {
			b.WriteByte(byte(r - escapeBase))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Normal converts texts to one Unicode form before they are checked, so that a
// letter counts once in any encoding.
func Normal(texts ...*string) {
	for _, text := range texts {
		*text = norm.NFC.String(*text)
	}
}

// maxName is the maximum length of genre names in bytes, because they are keys.
const maxName = 200

// GenreName returns a genre as written, truncated to the length of a key.
func GenreName(name string) string { return CutBytes(Clean(name), maxName) }

// GenreKey returns the same key for all spellings of a genre.
func GenreKey(name string) string { return CutBytes(Fold(Clean(name)), maxName) }

// MaxTerms is the maximum number of words of a search text that are used.
const MaxTerms = 8

var likeSpecial = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// LikeText escapes a text for "like … escape '\'".
func LikeText(text string) string { return likeSpecial.Replace(text) }
