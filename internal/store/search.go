package store

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"sonora/internal/discovery"
	"sonora/internal/feed"
	"sonora/internal/music"
	"sonora/internal/station"
)

// How much a search looks at, however much matches.
const (
	mostTerms   = 8   // words of a text
	mostMatches = 200 // rows by their words, newest first
	mostTitles  = 100 // rows whose name begins with the text

	mostCandidates = 5000 // looked at for those the viewer may see
)

// Search returns the best matches of every kind. Tracks, albums and artists
// match every word of a text as the beginning of one of theirs, whatever the
// case and accents: in the title, artists, album and genres; what is few, such
// as stations, by any part of its words. A name that is the text comes first,
// then names that begin with it, then those it is a word of; among equals what
// is played most. A single letter finds by the beginning of a
// name only, signs such as 🔥 wherever they are. A text that is in nothing that plays is looked for again:
// inside words, and then as what may have been meant.
func (s *Store) Search(ctx context.Context, v music.Viewer, q discovery.Query) (*discovery.Results, error) {
	parsed := s.parseSearch(q.Text)
	parsed.Query = q
	found, err := s.searchOnce(ctx, v, parsed)
	if err != nil || found.HasMusic() || parsed.text == "" || len(parsed.signs) > 0 || q.Limit <= 0 {
		return found, err
	}
	return s.searchAgain(ctx, v, parsed, found)
}

// searchOnce is a search for a text as it is.
func (s *Store) searchOnce(ctx context.Context, v music.Viewer, q search) (*discovery.Results, error) {
	results := &discovery.Results{
		Tracks: []music.Track{}, Albums: []music.Album{}, Artists: []music.Artist{},
		Playlists: []music.Playlist{}, People: []discovery.Person{}, Stations: []station.Station{}, Mixes: []music.Mix{},
		Podcasts: []feed.Podcast{}, Episodes: []feed.Episode{},
	}
	if q.text == "" || q.Limit <= 0 {
		return results, nil
	}
	var err error
	if results.Tracks, err = s.searchTracks(ctx, v, q); err != nil {
		return nil, fmt.Errorf("search tracks: %w", err)
	}
	if results.Albums, err = s.searchAlbums(ctx, v, q); err != nil {
		return nil, fmt.Errorf("search albums: %w", err)
	}
	if results.Artists, err = s.searchArtists(ctx, v, q); err != nil {
		return nil, fmt.Errorf("search artists: %w", err)
	}
	if err := s.searchNamed(ctx, v, q, results); err != nil {
		return nil, err
	}
	return results, nil
}

// search is a text as both engines look for it.
type search struct {
	discovery.Query
	text  string   // folded, as sort keys are
	match string   // the engine's query; "" for a single letter
	words []string // folded
	signs []string // of a text of signs only, such as 🔥
}

func (s *Store) parseSearch(text string) search {
	text = cutBytes(text, 1000)
	q := search{text: sortKey(text), words: strings.Fields(fold(text))}
	pieces := strings.Fields(simplify(text))
	var terms []string
	for i, piece := range pieces {
		if len(terms) == mostTerms {
			break
		}
		words := wordsOf(piece)
		switch {
		case len(words) == 0:
		case len(words) == 1:
			if term := s.searchTerm(words[0], len(pieces) > 1, i == len(pieces)-1); term != "" {
				terms = append(terms, term)
			}
		default:
			terms = append(terms, s.compoundTerm(words))
		}
	}
	if len(terms) == 0 {
		terms = s.symbolTerms(pieces)
	}
	if q.signs = onlySigns(text); len(q.signs) > 0 {
		q.words = q.signs
	}
	q.match = strings.Join(terms, s.d.and)
	return q
}

// searchTerm is the term of a word. A single letter would match too much as a
// beginning: among others it is a word, and the one just being typed is nothing yet.
func (s *Store) searchTerm(word string, others, isLast bool) string {
	r, size := utf8.DecodeRuneInString(word)
	switch {
	case size < len(word):
		return s.d.term(word, true)
	case isIdeograph(r):
		return s.d.term(word, false)
	case others && !isLast:
		return s.d.term(word, false)
	default:
		return ""
	}
}

// compoundTerm finds «ac/dc» as it is written, without the slash, and as two words.
func (s *Store) compoundTerm(words []string) string {
	words = words[:min(len(words), mostTerms)]
	parts := make([]string, 0, len(words))
	for _, w := range words {
		parts = append(parts, s.d.term(w, utf8.RuneCountInString(w) > 1 && !isIdeograph([]rune(w)[0])))
	}
	apart := "(" + strings.Join(parts, s.d.and) + ")"
	if isIdeograph([]rune(words[0])[0]) {
		return apart
	}
	return "(" + s.d.term(shorten(strings.Join(words, "")), true) + s.d.or + apart + ")"
}

// symbolTerms finds names without letters and digits by what they are.
func (s *Store) symbolTerms(pieces []string) []string {
	var terms []string
	for _, piece := range pieces[:min(len(pieces), mostTerms)] {
		if !strings.ContainsFunc(piece, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }) {
			terms = append(terms, s.d.term(shorten(piece), false))
		}
	}
	return terms
}

// matches is the query of the ranked rows that match: at most mostMatches by
// their words and mostTitles by the beginning of their name, each out of
// mostCandidates, so that no search walks or ranks an unbounded set.
func (s *Store) matches(v music.Viewer, q search, k kind) *query {
	end := q.text + string(unicode.MaxRune)
	sql := (&query{}).add("select " + k.alias + ".seq from (")
	branch := func(candidates, order string, most int, args ...any) {
		sql.add("select * from (select "+k.rank+" from ("+candidates+") c join "+k.table+" "+k.alias+" on "+k.alias+".seq = c.rowid where ", args...)
		k.visible(sql, v)
		k.filter(sql, q.Query)
		sql.add(order+" limit ? + 0) found"+strconv.Itoa(most), most)
	}
	if q.match != "" {
		branch(fmt.Sprintf(s.d.candidates, k.table+"_search")+" limit ? + 0", "", mostMatches, q.match, mostCandidates)
		sql.add(" union ")
	}
	if len(q.signs) > 0 {
		args := make([]any, 0, len(q.signs)+1)
		for _, sign := range q.signs {
			args = append(args, sign)
		}
		branch(s.having(k, len(q.signs)), "", mostMatches, append(args, mostCandidates)...)
		sql.add(" union ")
	}
	branch("select seq as rowid from "+k.table+" where "+k.name+" >= ? and "+k.name+" < ? order by "+k.name+" limit ? + 0", s.d.byName, mostTitles, q.text, end, mostCandidates)
	return sql.add(") "+k.alias+" order by case when name = ? then 0 when name >= ? and name < ? then 1 when name like ? escape '\\' then 2 else 3 end, popular desc, seq desc limit ? + 0",
		q.text, q.text, end, "% "+likeText(q.text)+"%", q.Limit)
}

// having selects the latest rows that say so many signs. Words are indexed
// without them and people rarely look for them, so all rows are read.
func (s *Store) having(k kind, signs int) string {
	says := make([]string, signs)
	for i := range says {
		says[i] = fmt.Sprintf(s.d.contains, k.told)
	}
	return "select seq as rowid from " + k.table + " where " + strings.Join(says, " and ") + " order by seq desc limit ? + 0"
}

// kind is something that can be searched.
type kind struct {
	table, alias string
	name         string // sort key
	told         string // what signs are looked for in
	rank         string // seq, name, popular
	visible      func(*query, music.Viewer)
	filter       func(*query, discovery.Query)
}

var (
	searchedTracks = kind{
		table: "track", alias: "t", name: "title_sort", told: "(title || ' ' || artist || ' ' || album_title)", rank: "t.seq, t.title_sort as name, t.plays as popular",
		visible: func(q *query, v music.Viewer) { q.canList(v) },
		filter:  filterTracks,
	}
	searchedAlbums = kind{
		table: "album", alias: "al", name: "title_sort", told: "(title || ' ' || artist)", rank: "al.seq, al.title_sort as name, al.tracks as popular",
		visible: func(q *query, v music.Viewer) { q.hasTracks(v, "al", ownAlbum) },
		filter:  filterAlbums,
	}
	searchedArtists = kind{
		table: "artist", alias: "ar", name: "sort_name", told: "name", rank: "ar.seq, ar.sort_name as name, ar.tracks as popular",
		visible: func(q *query, v music.Viewer) { q.hasTracks(v, "ar", ownArtist) },
		filter:  filterArtists,
	}
)

// hits returns the seqs of the best matches, best first.
func (s *Store) hits(ctx context.Context, v music.Viewer, q search, k kind) ([]int64, error) {
	sql := s.matches(v, q, k)
	return collect(ctx, s.read, &cell[int64]{}, sql.text.String(), sql.args...)
}

func (s *Store) searchTracks(ctx context.Context, v music.Viewer, q search) ([]music.Track, error) {
	seqs, err := s.hits(ctx, v, q, searchedTracks)
	if err != nil || len(seqs) == 0 {
		return []music.Track{}, err
	}
	sql := (&query{}).add("select "+trackColumns+" from track t").append(withLiked(v)).add(" where t.seq in "+s.d.ints, list(seqs))
	tracks, err := collect(ctx, s.read, &trackRow{}, sql.text.String(), sql.args...)
	return inOrder(tracks, seqs, func(t music.Track) int64 { return t.Seq }), err
}

func (s *Store) searchAlbums(ctx context.Context, v music.Viewer, q search) ([]music.Album, error) {
	seqs, err := s.hits(ctx, v, q, searchedAlbums)
	if err != nil || len(seqs) == 0 {
		return []music.Album{}, err
	}
	albums, err := collect(ctx, s.read, &albumRow{}, "select "+albumColumns(v)+" from album al where al.seq in "+s.d.ints, list(seqs))
	return inOrder(albums, seqs, func(a music.Album) int64 { return a.Seq }), err
}

func (s *Store) searchArtists(ctx context.Context, v music.Viewer, q search) ([]music.Artist, error) {
	seqs, err := s.hits(ctx, v, q, searchedArtists)
	if err != nil || len(seqs) == 0 {
		return []music.Artist{}, err
	}
	artists, err := collect(ctx, s.read, &artistRow{}, "select "+artistColumns(v)+" from artist ar where ar.seq in "+s.d.ints, list(seqs))
	return inOrder(artists, seqs, func(a music.Artist) int64 { return a.Seq }), err
}

// inOrder sorts items as their keys are in order.
func inOrder[T any, K comparable](items []T, order []K, key func(T) K) []T {
	place := make(map[K]int, len(order))
	for i, k := range order {
		place[k] = i
	}
	slices.SortFunc(items, func(a, b T) int { return cmp.Compare(place[key(a)], place[key(b)]) })
	return items
}
