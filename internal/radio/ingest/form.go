package ingest

import (
	"io"
	"mime"
	"net/http"
	"strings"
)

// values are the fields of a query or form. The first value of each name
// counts.
type values map[string]string

func (v values) get(name string) string { return v[name] }

func (v values) has(name string) bool { _, ok := v[name]; return ok }

// formOf reads query and body. It accepts what net/url rejects, because source
// clients escape titles badly and not in UTF-8.
func formOf(r *http.Request) (values, error) {
	form := values{}
	form.read(r.URL.RawQuery)
	if r.Method != http.MethodPost {
		return form, nil
	}
	body, err := io.ReadAll(http.MaxBytesReader(nil, r.Body, maxHead))
	if err != nil {
		return nil, err
	}
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if kind == "application/x-www-form-urlencoded" || kind == "" {
		form.read(strings.TrimRight(string(body), "\r\n"))
	}
	return form, nil
}

func (v values) read(query string) {
	for pair := range strings.SplitSeq(query, "&") {
		name, value, _ := strings.Cut(pair, "=")
		if name = strings.ToLower(unescape(name)); name != "" && !v.has(name) {
			v[name] = unescape(value)
		}
	}
}

// unescape decodes + and %XX. An invalid escape stays as it is.
func unescape(text string) string {
	if !strings.ContainsAny(text, "%+") {
		return text
	}
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '+':
			out = append(out, ' ')
		case c == '%' && i+2 < len(text) && unhex(text[i+1]) >= 0 && unhex(text[i+2]) >= 0:
			out = append(out, byte(unhex(text[i+1])<<4|unhex(text[i+2])))
			i += 2
		default:
			out = append(out, c)
		}
	}
	return string(out)
}

func unhex(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c|0x20 >= 'a' && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return -1
}
