package auth

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"sonora/internal/music"
)

//go:embed common_passwords.txt
var commonPasswords string

const (
	// disguisable is how many of the most common passwords are also recognised
	// with digits for letters and a suffix.
	disguisable = 200
	// minOwnWord is the minimum length, in characters, of a personal word that
	// is searched for.
	minOwnWord = 3
)

// common returns the ranks of common passwords, 0 for the most common.
var common = sync.OnceValue(func() map[string]int {
	ranks := map[string]int{}
	for line := range strings.Lines(commonPasswords) {
		if !strings.HasPrefix(line, "#") {
			ranks[strings.TrimSpace(line)] = len(ranks)
		}
	}
	return ranks
})

// checkCommon rejects passwords that attackers try first: common ones, simple
// sequences, and the person's own details.
func (a *Service) checkCommon(f music.FieldErrors, field, password string, account *music.Account) {
	if len(f[field]) == 0 && (isCommon(password) || isOwn(password, a.settings.Get().SiteName, account)) {
		f.Add(field, "This password is too common.")
	}
}

func isCommon(password string) bool {
	folded := foldPassword(password)
	if _, listed := common()[folded]; listed || isSequence(folded) || strings.TrimSpace(folded) == "" {
		return true
	}
	for _, bare := range []string{folded, trimEnd(folded, 2)} {
		for _, plain := range []string{bare, withOne(bare, "i"), withOne(bare, "l")} {
			if rank, listed := common()[plain]; listed && rank < disguisable {
				return true
			}
		}
	}
	return false
}

// isOwn reports whether the password is the person's address or name, or the
// name of the site or product, possibly followed by digits and symbols.
func isOwn(password, site string, account *music.Account) bool {
	folded := foldPassword(password)
	bare := trimEnd(folded, len(folded))
	local, _, _ := strings.Cut(account.Email, "@")
	for _, word := range []string{
		account.Email, local, account.FirstName, account.LastName, account.FirstName + account.LastName,
		account.FirstName + " " + account.LastName, site, music.ProductName,
	} {
		word = strings.TrimSpace(foldPassword(word))
		if utf8.RuneCountInString(word) >= minOwnWord && (folded == word || bare == word) {
			return true
		}
	}
	return false
}

func foldPassword(text string) string { return strings.ToLower(norm.NFKC.String(text)) }

// isSequence reports whether the characters are all equal, ascending by one or
// descending by one.
func isSequence(text string) bool {
	runes := []rune(text)
	for i := 2; i < len(runes); i++ {
		if step := runes[i] - runes[i-1]; step != runes[1]-runes[0] || step < -1 || step > 1 {
			return false
		}
	}
	return true
}

// trimEnd removes at most limit trailing digits and symbols.
func trimEnd(text string, limit int) string {
	for ; limit > 0; limit-- {
		last, size := utf8.DecodeLastRuneInString(text)
		if size == 0 || unicode.IsLetter(last) {
			break
		}
		text = text[:len(text)-size]
	}
	return text
}

var signsForLetters = strings.NewReplacer("@", "a", "4", "a", "3", "e", "0", "o", "$", "s", "5", "s", "7", "t", "!", "i")

// withOne replaces symbols and digits by the letters they resemble, and the
// digit 1 by one, because it resembles both i and l.
func withOne(text, one string) string {
	return strings.ReplaceAll(signsForLetters.Replace(text), "1", one)
}
