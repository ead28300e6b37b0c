package directory

import (
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"
)

const maxAddress = 1000

func first(list string) string {
	word, _, _ := strings.Cut(list, ",")
	return word
}

// title capitalizes every word, as genres are written.
func title(text string) string {
	words := strings.Fields(text)
	for i, word := range words {
		r, size := utf8.DecodeRuneInString(word)
		words[i] = string(unicode.ToUpper(r)) + word[size:]
	}
	return strings.Join(words, " ")
}

// address returns "" for anything that is not a web URL or that contains
// credentials.
func address(text string) string {
	text = strings.TrimSpace(text)
	u, err := url.Parse(text)
	if err != nil || len(text) > maxAddress || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil {
		return ""
	}
	return u.String()
}

func formatOf(codec string) string {
	codec = strings.ToUpper(codec)
	switch {
	case strings.Contains(codec, "AAC"):
		return "AAC"
	case strings.Contains(codec, "OPUS"):
		return "Opus"
	case strings.Contains(codec, "OGG"):
		return "Ogg"
	case strings.Contains(codec, "FLAC"):
		return "FLAC"
	default:
		return "MP3"
	}
}

// countryCode returns the ISO 3166-1 code of the countries people often search
// for. Two letters are taken as a code.
func countryCode(name string) string {
	codes := map[string]string{
		"USA": "US", "UK": "GB", "Canada": "CA", "Germany": "DE", "France": "FR", "Spain": "ES", "Brazil": "BR", "Japan": "JP", "Mexico": "MX", "Australia": "AU",
	}
	if code := codes[name]; code != "" {
		return code
	}
	if len(name) == 2 {
		return strings.ToUpper(name)
	}
	return ""
}
