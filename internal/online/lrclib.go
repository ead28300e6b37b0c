package online

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"

	"sonora/internal/music"
)

const (
	// minScore is the minimum score of a track in LRCLIB for its lyrics to be
	// used.
	minScore = 0.75
	// inTime is the maximum difference in length at which timed lines still
	// fit.
	inTime    = 3 * time.Second
	maxLyrics = 60_000 // characters; tags hold no more
)

// lyrics is a track in the LRCLIB API.
type lyrics struct {
	Title        string  `json:"trackName"`
	Artist       string  `json:"artistName"`
	Duration     float64 `json:"duration"` // seconds
	Instrumental bool    `json:"instrumental"`
	Plain        string  `json:"plainLyrics"`
	Synced       string  `json:"syncedLyrics"`
}

func (l *lyrics) length() time.Duration { return time.Duration(l.Duration * float64(time.Second)) }

// findLyrics requests exactly this track, which requires an album and a
// duration, then searches by name.
func (s *Service) findLyrics(ctx context.Context, t *music.TrackDetail) (string, error) {
	var candidates []lyrics
	if t.Album != "" && t.Artist != "" && t.Duration > 0 {
		query := named(t)
		query.Set("album_name", clean(t.Album))
		query.Set("duration", strconv.Itoa(int(t.Duration.Round(time.Second)/time.Second)))
		exact, err := ask(ctx, s.lyrics, "/api/get", query, decodeLyrics)
		if err != nil {
			return "", err
		}
		candidates = append(candidates, exact...)
	}
	if text := choose(t, candidates); text != "" && candidates[0].Synced != "" {
		return text, nil
	}
	found, err := ask(ctx, s.lyrics, "/api/search", named(t), decodeList)
	if err != nil {
		return "", err
	}
	candidates = append(candidates, found...)
	if text := choose(t, candidates); text != "" {
		return text, nil
	}
	if slices.ContainsFunc(candidates, func(l lyrics) bool { return l.Instrumental && alike(t, &l) >= minScore }) {
		return "", music.NewError(music.NotFound, "According to LRCLIB, this track has no words.")
	}
	return "", music.NewError(music.NotFound, "LRCLIB has no lyrics for this track.")
}

func named(t *music.TrackDetail) url.Values {
	query := url.Values{"track_name": {clean(t.Title)}}
	if t.Artist != "" {
		query.Set("artist_name", clean(t.Artist))
	}
	return query
}

// choose returns the lyrics that fit best: timed ones if the duration matches,
// otherwise plain ones, or "" if no candidate is this track.
func choose(t *music.TrackDetail, list []lyrics) string {
	best, bestRank := "", 0.0
	for i := range list {
		l := &list[i]
		rank := alike(t, l)
		if rank < minScore {
			continue
		}
		text := cleanLines(l.Plain)
		if synced := cleanLines(l.Synced); synced != "" && (t.Duration == 0 || (l.length()-t.Duration).Abs() <= inTime) {
			text, rank = synced, rank+1
		}
		if text != "" && rank > bestRank && utf8.RuneCountInString(text) <= maxLyrics {
			best, bestRank = text, rank
		}
	}
	return best
}

func alike(t *music.TrackDetail, l *lyrics) float64 {
	return score(known(t), song{title: l.Title, artist: l.Artist, first: l.Artist, duration: l.length()})
}

func decodeLyrics(body []byte) ([]lyrics, error) {
	var l lyrics
	if err := json.Unmarshal(body, &l); err != nil {
		return nil, err
	}
	if cmp.Or(l.Title, l.Artist) == "" {
		return nil, errNoAnswer
	}
	return []lyrics{l}, nil
}

func decodeList(body []byte) ([]lyrics, error) {
	list := []lyrics{}
	if err := json.Unmarshal(body, &list); err != nil {
		return nil, fmt.Errorf("a list of lyrics: %w", err)
	}
	return list, nil
}
