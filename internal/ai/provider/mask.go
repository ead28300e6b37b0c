package provider

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

const (
	maskedRun = 5 // characters of a secret that the log may not have in a row
	hidden    = "…"
)

// mask replaces every part of the service's secrets in a text. Services quote keys whole,
// cut off or with their middle left out.
func (s *service) mask(text string) string {
	var out strings.Builder
	for text != "" {
		n := s.secretAtStart(text)
		if n == 0 {
			out.WriteByte(text[0])
			text = text[1:]
			continue
		}
		out.WriteString(hidden)
		text = text[n:]
	}
	return out.String()
}

// secretAtStart returns how many bytes at the start of a text are part of a secret; 0 if they
// are too few to matter.
func (s *service) secretAtStart(text string) int {
	longest := 0
	for _, secret := range s.secrets {
		n := max(longest+1, maskedRun)
		for n <= len(text) && strings.Contains(secret, text[:n]) {
			longest = n
			n++
		}
	}
	return longest
}

// bare returns an error without the address of the request, which may contain a key.
func bare(err error) error {
	for {
		e, ok := errors.AsType[*url.Error](err)
		if !ok {
			return err
		}
		err = e.Err
	}
}

// secretsInHeaders returns the words of headers that are credentials.
func secretsInHeaders(headers map[string]string) []string {
	var found []string
	for name, value := range headers {
		if slices.Contains([]string{"Accept", "Content-Type", "User-Agent"}, http.CanonicalHeaderKey(name)) {
			continue
		}
		for word := range strings.FieldsSeq(value) {
			if !slices.Contains([]string{"Bearer", "Basic", "Digest", "Token"}, word) {
				found = append(found, word)
			}
		}
	}
	return found
}

// secretsInPath returns the parts of a path that look like keys, as they are and as they
// are sent.
func secretsInPath(path string) []string {
	var found []string
	for part := range strings.SplitSeq(path, "/") {
		isKey := len(part) >= 16 || len(part) >= 8 && strings.ContainsAny(part, "0123456789")
		if isKey && !placeholder.MatchString(part) {
			found = append(found, part, url.PathEscape(part))
		}
	}
	return found
}

// secrets returns what a template may have of keys apart from its headers: in the paths,
// queries and bodies of its requests.
func (t *Template) secrets() []string {
	var found []string
	for _, c := range t.calls() {
		path, query, _ := strings.Cut(c.Path, "?")
		found = append(found, secretsInPath(path)...)
		for pair := range strings.SplitSeq(query, "&") {
			if _, value, _ := strings.Cut(pair, "="); !placeholder.MatchString(value) {
				found = append(found, value)
				if plain, err := url.QueryUnescape(value); err == nil {
					found = append(found, plain)
				}
			}
		}
		found = append(found, secretsInBody("", c.Body)...)
	}
	return found
}

// secretsInBody returns the texts of a body in fields that are named as those of keys are.
func secretsInBody(field string, in any) []string {
	var found []string
	switch v := in.(type) {
	case string:
		isKey := slices.ContainsFunc([]string{"key", "token", "secret", "password"}, func(word string) bool {
			return strings.Contains(strings.ToLower(field), word)
		})
		if isKey && !placeholder.MatchString(v) {
			found = append(found, v)
		}
	case []any:
		for _, item := range v {
			found = append(found, secretsInBody(field, item)...)
		}
	case map[string]any:
		for name, item := range v {
			found = append(found, secretsInBody(name, item)...)
		}
	}
	return found
}
