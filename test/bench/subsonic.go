package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"strconv"
	"strings"
)

// subsonic is a server that speaks the Subsonic API, as an app sees it.
type subsonic struct {
	*client
	process     *server // nil if its CPU time cannot be measured
	credentials url.Values
}

// ownSubsonic returns the Subsonic API of the measured server, with an API key.
func ownSubsonic(ctx context.Context, s *server, c *client) (*subsonic, error) {
	var key struct{ Secret string }
	if err := c.call(ctx, http.MethodPost, "/api/account/api-keys", map[string]any{"name": "Bench", "scopes": []string{"listen"}, "password": password}, &key); err != nil {
		return nil, err
	}
	return newSubsonic(c, s, email, key.Secret), nil
}

// otherSubsonic returns the server to compare with, or nil.
func (o options) otherSubsonic(c *client) (*subsonic, error) {
	if o.other == "" {
		return nil, nil //nolint:nilnil // there is none
	}
	address, err := url.Parse(o.other)
	if err != nil {
		return nil, err
	}
	password, _ := address.User.Password()
	name := address.User.Username()
	address.User = nil
	var process *server
	if o.otherPID > 0 {
		found, err := os.FindProcess(o.otherPID)
		if err != nil {
			return nil, err
		}
		process = &server{cmd: &exec.Cmd{Process: found}}
	}
	return newSubsonic(&client{base: strings.TrimSuffix(address.String(), "/"), buf: c.buf}, process, name, password), nil
}

func newSubsonic(c *client, process *server, name, password string) *subsonic {
	return &subsonic{
		client:      &client{base: c.base, buf: c.buf},
		process:     process,
		credentials: url.Values{"u": {name}, "p": {password}, "v": {"1.16.1"}, "c": {"bench"}, "f": {"json"}},
	}
}

// path returns the address of a call with pairs of parameters.
func (s *subsonic) path(endpoint string, pairs ...string) string {
	q := maps.Clone(s.credentials)
	for i := 0; i+1 < len(pairs); i += 2 {
		q.Set(pairs[i], pairs[i+1])
	}
	return "/rest/" + endpoint + "?" + q.Encode()
}

// item is a song, an album or an artist.
type item struct{ ID, Title, CoverArt string }

// kinds picks calls from the library.
func (s *subsonic) kinds(ctx context.Context) ([]kind, error) {
	var answer struct {
		Response struct {
			Status      string
			Error       struct{ Message string }
			RandomSongs struct{ Song []item }
			AlbumList2  struct{ Album []item }
		} `json:"subsonic-response"`
	}
	for _, path := range []string{s.path("getRandomSongs", "size", "500"), s.path("getAlbumList2", "type", "alphabeticalByName", "size", "500")} {
		if err := s.get(ctx, path, &answer); err != nil {
			return nil, err
		}
		if r := answer.Response; r.Status != "ok" {
			return nil, fmt.Errorf("%s: %s", s.base, r.Error.Message)
		}
	}
	songs, albums := answer.Response.RandomSongs.Song, answer.Response.AlbumList2.Album
	if len(songs) == 0 || len(albums) == 0 {
		return nil, fmt.Errorf("%s: the library is empty", s.base)
	}
	each := func(items []item, call func(i item) string) []string {
		paths := make([]string, len(items))
		for i := range items {
			paths[i] = call(items[i])
		}
		return paths
	}
	var pages []string
	for at := range 18 {
		pages = append(pages, s.path("search3", "query", "", "songCount", "500", "albumCount", "0", "artistCount", "0", "songOffset", strconv.Itoa(at*500)))
	}
	covers := each(albums[:min(40, len(albums))], func(i item) string {
		return s.path("getCoverArt", "id", cmp.Or(i.CoverArt, i.ID), "size", "300")
	})
	return []kind{
		{name: "ping", paths: []string{s.path("ping")}},
		{name: "getSong", paths: each(songs, func(i item) string { return s.path("getSong", "id", i.ID) })},
		{name: "getAlbum", paths: each(albums, func(i item) string { return s.path("getAlbum", "id", i.ID) })},
		{name: "getArtists", paths: []string{s.path("getArtists")}},
		{name: "500 newest albums", paths: []string{s.path("getAlbumList2", "type", "newest", "size", "500")}},
		{name: "50 random albums", paths: []string{s.path("getAlbumList2", "type", "random", "size", "50")}},
		{name: "500 songs to copy", paths: pages},
		{name: "50 random songs", paths: []string{s.path("getRandomSongs", "size", "50")}},
		{name: "search3, 3 letters", paths: each(songs, func(i item) string { return s.path("search3", "query", firstLetters(i.Title)) })},
		{name: "search3, a word", paths: each(songs, func(i item) string { return s.path("search3", "query", firstWord(i.Title)) })},
		{name: "getStarred2", paths: []string{s.path("getStarred2")}},
		{name: "star", paths: each(songs[:min(50, len(songs))], func(i item) string { return s.path("star", "id", i.ID) })},
		{name: "scrobble", paths: each(songs, func(i item) string { return s.path("scrobble", "id", i.ID) })},
		{name: "stream, 64 kB range", paths: each(songs, func(i item) string { return s.path("stream", "id", i.ID, "format", "raw") }), header: map[string]string{"Range": "bytes=0-65535"}},
		{name: "cover 300 px, cold", paths: covers, once: true},
		{name: "cover 300 px, cached", paths: covers},
	}, nil
}

func (s *subsonic) get(ctx context.Context, path string, into any) error {
	req, err := s.request(ctx, http.MethodGet, path, http.NoBody)
	if err != nil {
		return err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(body, into); err != nil {
		return fmt.Errorf("%s: %s: %w", s.base, res.Status, err)
	}
	return nil
}

func firstLetters(title string) string {
	runes := []rune(firstWord(title))
	return string(runes[:min(3, len(runes))])
}

// measureSubsonic prints the latency and the CPU time of calls of the Subsonic API,
// beside those of another server.
func measureSubsonic(ctx context.Context, out io.Writer, o options, s *server, c *client) error {
	own, err := ownSubsonic(ctx, s, c)
	if err != nil {
		return err
	}
	other, err := o.otherSubsonic(c)
	if err != nil {
		return err
	}
	kinds, err := own.kinds(ctx)
	if err != nil {
		return err
	}
	var others []kind
	if other != nil {
		if others, err = other.kinds(ctx); err != nil {
			return err
		}
	}
	fmt.Fprintf(out, "Subsonic call\tcount\tp50 ms\tCPU ms\tkB\tother p50 ms\tother CPU ms\t\n")
	for i, k := range kinds {
		if !strings.Contains("subsonic "+k.name, o.only) {
			continue
		}
		f, err := measureKind(ctx, o.each, own.process, own.client, k)
		if err != nil {
			return fmt.Errorf("%s: %w", k.name, err)
		}
		fmt.Fprintf(out, "%s\t%d\t%.2f\t%.3f\t%.1f\t", k.name, f.count, ms(f.p50), f.cpu, f.kB)
		if other == nil {
			fmt.Fprintf(out, "\t\t\n")
			continue
		}
		if f, err = measureKind(ctx, o.each, other.process, other.client, others[i]); err != nil {
			return fmt.Errorf("%s of the other server: %w", k.name, err)
		}
		fmt.Fprintf(out, "%.2f\t%.3f\t\n", ms(f.p50), f.cpu)
	}
	return nil
}
