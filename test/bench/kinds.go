package main

import (
	"context"
	"errors"
	"net/http"
	"net/url"
)

// kind is a kind of request, sent to each of its paths in turn.
type kind struct {
	name   string
	paths  []string
	header map[string]string
	once   bool // request each path only once, to measure the first time
}

type track struct {
	ID, Title     string
	AudioURL      string `json:"audioUrl"`
	CoverImageURL string `json:"coverImageUrl"`
}

// requestKinds picks paths from the library.
func requestKinds(ctx context.Context, c *client) ([]kind, error) {
	var tracks []track
	if err := c.call(ctx, http.MethodGet, "/api/tracks?limit=1000", nil, &tracks); err != nil {
		return nil, err
	}
	if len(tracks) == 0 {
		return nil, errors.New("the library is empty")
	}
	var one, streams, covers, words, prefixes2, prefixes3 []string
	seen := map[string]bool{}
	for _, t := range tracks {
		one = append(one, "/api/tracks/"+t.ID)
		streams = append(streams, t.AudioURL)
		if u := t.CoverImageURL; u != "" && !seen[u] && len(covers) < 100 {
			seen[u] = true
			covers = append(covers, u+"?size=300")
		}
		if word := []rune(firstWord(t.Title)); len(word) >= 3 {
			words = append(words, search(string(word)))
			prefixes2 = append(prefixes2, search(string(word[:2])))
			prefixes3 = append(prefixes3, search(string(word[:3])))
		}
	}
	plain := map[string]string{"Accept-Encoding": "identity"}
	kinds := []kind{
		{name: "who am I", paths: []string{"/api/auth/user"}},
		{name: "500 newest albums", paths: []string{"/api/albums?limit=500"}, header: plain},
		{name: "500 newest tracks", paths: []string{"/api/tracks?limit=500"}, header: plain},
		{name: "artists", paths: []string{"/api/artists?limit=500"}, header: plain},
		{name: "one track", paths: one},
		{name: "search, 2 letters", paths: prefixes2, header: plain},
		{name: "search, 3 letters", paths: prefixes3, header: plain},
		{name: "search, a word", paths: words, header: plain},
		{name: "stream, 64 kB range", paths: streams, header: map[string]string{"Range": "bytes=0-65535"}},
	}
	if len(covers) > 0 {
		kinds = append(kinds,
			kind{name: "cover 300 px, cold", paths: covers, once: true},
			kind{name: "cover 300 px, cached", paths: covers})
	}
	return kinds, nil
}

func search(text string) string { return "/api/search?q=" + url.QueryEscape(text) }

func firstWord(s string) string {
	for i, r := range s {
		if r == ' ' {
			return s[:i]
		}
	}
	return s
}
