package provider

import (
	"encoding/json"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"sonora/internal/music"
)

var placeholder = regexp.MustCompile(`\{\{\s*([A-Za-z]*)\s*\}\}`)

// braced is a name in braces, with every brace around it: {prompt} and {{prompt}}.
var braced = regexp.MustCompile(`\{+\s*([A-Za-z]+)\s*\}+`)

// orderNames are the placeholders of a request that orders music.
var orderNames = []string{"prompt", "title", "seconds", "milliseconds", "bpm", "key", "seed", "metre", "instrumental", "idempotencyKey", "callback"}

// orderValues returns the value of each placeholder in an order. Placeholders without a
// value are missing.
func orderValues(r Request) map[string]any {
	values := map[string]any{
		"prompt": r.Prompt, "title": r.Title, "seconds": r.Duration.Seconds(), "milliseconds": r.Duration.Milliseconds(), "instrumental": r.Instrumental,
	}
	if r.Metre != "" {
		values["metre"] = r.Metre
	}
	if r.Callback != "" {
		values["callback"] = r.Callback
	}
	if r.BPM > 0 {
		values["bpm"] = r.BPM
	}
	if r.Key != "" {
		values["key"] = r.Key
	}
	if r.Seed != nil {
		values["seed"] = *r.Seed
	}
	if r.IdempotencyKey != "" {
		values["idempotencyKey"] = r.IdempotencyKey
	}
	return values
}

// checkPlaceholders returns an error for an unknown placeholder.
func checkPlaceholders(in any, known []string) error {
	switch v := in.(type) {
	case string:
		for _, found := range placeholder.FindAllStringSubmatch(v, -1) {
			if !slices.Contains(known, found[1]) {
				return music.NewError(music.Invalid, "%s is not a placeholder; use %s", found[0], strings.Join(known, ", "))
			}
		}
		return checkBraces(v, known)
	case []any:
		for _, item := range v {
			if err := checkPlaceholders(item, known); err != nil {
				return err
			}
		}
	case map[string]any:
		for _, item := range v {
			if err := checkPlaceholders(item, known); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkBraces returns an error for the name of a placeholder that has not two braces on each
// side, and would be sent as it is.
func checkBraces(text string, known []string) error {
	for _, found := range braced.FindAllStringSubmatch(text, -1) {
		if slices.Contains(known, found[1]) && !placeholder.MatchString(found[0]) {
			return music.NewError(music.Invalid, "write %s instead of %s, with two braces on each side", "{{"+found[1]+"}}", found[0])
		}
	}
	return nil
}

// mentions reports whether a request has a placeholder.
func (c *Call) mentions(name string) bool {
	text, err := json.Marshal([]any{c.Path, c.Body})
	return err == nil && slices.ContainsFunc(placeholder.FindAllStringSubmatch(string(text), -1), func(found []string) bool { return found[1] == name })
}

// question returns the request with its placeholders replaced by values.
func (c *Call) question(values map[string]any) question {
	path, query, _ := strings.Cut(c.Path, "?")
	q := get(fillText(path, values, url.PathEscape), nil)
	if body, ok := fill(c.Body, values); ok && c.Body != nil {
		q = post(q.path, body)
	}
	if query, err := url.ParseQuery(fillText(query, values, url.QueryEscape)); err == nil {
		q.query = query
	}
	q.method = c.Method
	return q
}

// fill returns a JSON value with its placeholders replaced. A string that consists of
// one placeholder becomes the value itself, whatever its type. If that placeholder has
// no value, ok is false and the caller leaves the field out.
func fill(in any, values map[string]any) (out any, ok bool) {
	switch v := in.(type) {
	case string:
		if name := placeholder.FindStringSubmatch(v); name != nil && name[0] == v {
			value, ok := values[name[1]]
			return value, ok
		}
		return fillText(v, values, func(s string) string { return s }), true
	case []any:
		list := make([]any, 0, len(v))
		for _, item := range v {
			if value, ok := fill(item, values); ok {
				list = append(list, value)
			}
		}
		return list, true
	case map[string]any:
		object := make(map[string]any, len(v))
		for name, item := range v {
			if value, ok := fill(item, values); ok {
				object[name] = value
			}
		}
		return object, true
	}
	return in, true
}

// fillText replaces the placeholders within a text, and removes those without a value.
func fillText(text string, values map[string]any, escape func(string) string) string {
	return placeholder.ReplaceAllStringFunc(text, func(found string) string {
		value, ok := values[placeholder.FindStringSubmatch(found)[1]]
		if !ok {
			return ""
		}
		return escape(plain(value))
	})
}

// texts returns the strings, numbers and booleans at a path in an answer. A path
// consists of field names and item numbers, separated by dots; * matches every item.
func texts(in any, path string) []string {
	if path == "" {
		return nil
	}
	found := []any{in}
	for part := range strings.SplitSeq(path, ".") {
		var next []any
		for _, v := range found {
			next = append(next, at(v, part)...)
		}
		found = next
	}
	var out []string
	for _, v := range found {
		if text := plain(v); text != "" {
			out = append(out, text)
		}
	}
	return out
}

// at returns the values at one part of a path.
func at(in any, part string) []any {
	switch v := in.(type) {
	case map[string]any:
		if value, ok := v[part]; ok {
			return []any{value}
		}
	case []any:
		if part == "*" {
			return v
		}
		if i, err := strconv.Atoi(part); err == nil && i >= 0 && i < len(v) {
			return v[i : i+1]
		}
	}
	return nil
}

// plain returns the text of a value that is not an object or a list.
func plain(in any) string {
	switch v := in.(type) {
	case string:
		return v
	case map[string]any, []any, nil:
		return ""
	}
	text, err := json.Marshal(in)
	if err != nil {
		return ""
	}
	return string(text)
}

func first(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}

// progress returns the number at a path, from 0 to 1; 0 if there is none.
func progress(answer any, path string) float64 {
	n, err := strconv.ParseFloat(first(texts(answer, path)), 64)
	if err != nil || n < 0 {
		return 0
	}
	return min(n, 1)
}
