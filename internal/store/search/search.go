package search

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"sonora/internal/discovery"
	"sonora/internal/feed"
	"sonora/internal/music"
	"sonora/internal/station"
	"sonora/internal/store/catalogue"
	"sonora/internal/store/kernel"
)

// Limits of the rows that a search considers.
const (
	maxMatches = 200 // rows matched by words, newest first
	maxTitles  = 100 // rows whose name begins with the text

	maxCandidates = 5000 // rows checked for visibility
)

// Search returns the best matches of every kind. Tracks, albums and artists
// match if every word of the text is the beginning of a word in the title,
// artists, album or genres, regardless of case and accents. Kinds with few
// items, such as stations, also match inside words. The best matches are names
// that equal the text, then names that begin with it, then names with a word
// that begins with it; ties are ranked by plays. A single letter matches only
// the beginning of a name; pictographs such as 🔥 match anywhere. If nothing
// playable matches, it searches inside words, and then with corrected spelling.
func (s *Store) Search(ctx context.Context, v music.Viewer, q discovery.Query) (*discovery.Results, error) {
	parsed := Parse(s.db, q.Text)
	parsed.Query = q
	found, err := s.searchOnce(ctx, v, parsed)
	if err != nil || found.HasMusic() || parsed.text == "" || len(parsed.signs) > 0 || q.Limit <= 0 {
		return found, err
	}
	return s.searchAgain(ctx, v, parsed, found)
}

// searchOnce searches for a text as it is.
func (s *Store) searchOnce(ctx context.Context, v music.Viewer, q Terms) (*discovery.Results, error) {
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

// Terms is a parsed search text.
type Terms struct {
	discovery.Query
	text  string   // folded like sort keys
	Match string   // query for the search tables; "" for a single letter
	words []string // folded
	signs []string // for a text of pictographs only, such as 🔥
}

// Parse parses the text of a search.
func Parse(db *kernel.DB, text string) Terms {
	text = kernel.CutBytes(text, 1000)
	q := Terms{text: kernel.SortKey(text), words: strings.Fields(kernel.Fold(text))}
	pieces := strings.Fields(kernel.Simplify(text))
	var terms []string
	for i, piece := range pieces {
		if len(terms) == kernel.MaxTerms {
			break
		}
		words := kernel.WordsOf(piece)
		switch {
		case len(words) == 0:
		case len(words) == 1:
			if term := searchTerm(db, words[0], len(pieces) > 1, i == len(pieces)-1); term != "" {
				terms = append(terms, term)
			}
		default:
			terms = append(terms, compoundTerm(db, words))
		}
	}
	if len(terms) == 0 {
		terms = symbolTerms(db, pieces)
	}
	if q.signs = kernel.OnlySigns(text); len(q.signs) > 0 {
		q.words = q.signs
	}
	q.Match = strings.Join(terms, db.Dialect.And)
	return q
}

// searchTerm returns the term for a word. A single letter would match too much
// as a prefix: among other words it matches as a whole word, and as the last
// word, which is still being typed, it is left out.
func searchTerm(db *kernel.DB, word string, others, isLast bool) string {
	r, size := utf8.DecodeRuneInString(word)
	switch {
	case size < len(word):
		return db.Dialect.Term(word, true)
	case kernel.IsIdeograph(r):
		return db.Dialect.Term(word, false)
	case others && !isLast:
		return db.Dialect.Term(word, false)
	default:
		return ""
	}
}

// compoundTerm matches "ac/dc" as written, without the slash, and as two words.
func compoundTerm(db *kernel.DB, words []string) string {
	words = words[:min(len(words), kernel.MaxTerms)]
	parts := make([]string, 0, len(words))
	for _, w := range words {
		parts = append(parts, db.Dialect.Term(w, utf8.RuneCountInString(w) > 1 && !kernel.IsIdeograph([]rune(w)[0])))
	}
	apart := "(" + strings.Join(parts, db.Dialect.And) + ")"
	if kernel.IsIdeograph([]rune(words[0])[0]) {
		return apart
	}
	return "(" + db.Dialect.Term(kernel.Shorten(strings.Join(words, "")), true) + db.Dialect.Or + apart + ")"
}

// symbolTerms matches names without letters and digits by their symbols.
func symbolTerms(db *kernel.DB, pieces []string) []string {
	var terms []string
	for _, piece := range pieces[:min(len(pieces), kernel.MaxTerms)] {
		if !strings.ContainsFunc(piece, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }) {
			terms = append(terms, db.Dialect.Term(kernel.Shorten(piece), false))
		}
	}
	return terms
}

// matches returns the query for the ranked rows that match: at most maxMatches
// by words and maxTitles by the beginning of the name, each out of
// maxCandidates, so that the work is bounded.
func (s *Store) matches(v music.Viewer, q Terms, k kind) *kernel.Query {
	end := q.text + string(unicode.MaxRune)
	sql := (&kernel.Query{}).Add("select " + k.alias + ".seq from (")
	branch := func(candidates, order string, limit int, args ...any) {
		sql.Add("select * from (select "+k.rank+" from ("+candidates+") c join "+k.table+" "+k.alias+" on "+k.alias+".seq = c.rowid where ", args...)
		k.visible(sql, v)
		k.filter(sql, q.Query)
		sql.Add(order+" limit ? + 0) found"+strconv.Itoa(limit), limit)
	}
	if q.Match != "" {
		branch(fmt.Sprintf(s.db.Dialect.Candidates, k.table+"_search")+" limit ? + 0", "", maxMatches, q.Match, maxCandidates)
		sql.Add(" union ")
	}
	if len(q.signs) > 0 {
		args := make([]any, 0, len(q.signs)+1)
		for _, sign := range q.signs {
			args = append(args, sign)
		}
		branch(s.having(k, len(q.signs)), "", maxMatches, append(args, maxCandidates)...)
		sql.Add(" union ")
	}
	branch("select seq as rowid from "+k.table+" where "+k.name+" >= ? and "+k.name+" < ? order by "+k.name+" limit ? + 0", s.db.Dialect.ByName, maxTitles, q.text, end, maxCandidates)
	return sql.Add(") "+k.alias+" order by case when name = ? then 0 when name >= ? and name < ? then 1 when name like ? escape '\\' then 2 else 3 end, popular desc, seq desc limit ? + 0",
		q.text, q.text, end, "% "+kernel.LikeText(q.text)+"%", q.Limit)
}

// having selects the latest rows that contain as many given pictographs.
// Word indexes do not contain them and people rarely search for them, so it
// reads all rows.
func (s *Store) having(k kind, signs int) string {
	conditions := make([]string, signs)
	for i := range conditions {
		conditions[i] = fmt.Sprintf(s.db.Dialect.Contains, k.signText)
	}
	return "select seq as rowid from " + k.table + " where " + strings.Join(conditions, " and ") + " order by seq desc limit ? + 0"
}

// kind is a kind of thing with a search table.
type kind struct {
	table, alias string
	name         string // sort key
	signText     string // column searched for pictographs
	rank         string // columns seq, name, popular
	visible      func(*kernel.Query, music.Viewer)
	filter       func(*kernel.Query, discovery.Query)
}

var (
	searchedTracks = kind{
		table: "track", alias: "t", name: "title_sort", signText: "(title || ' ' || artist || ' ' || album_title)", rank: "t.seq, t.title_sort as name, t.plays as popular",
		visible: func(q *kernel.Query, v music.Viewer) { q.CanList(v) },
		filter:  filterTracks,
	}
	searchedAlbums = kind{
		table: "album", alias: "al", name: "title_sort", signText: "(title || ' ' || artist)", rank: "al.seq, al.title_sort as name, al.tracks as popular",
		visible: func(q *kernel.Query, v music.Viewer) { q.HasTracks(v, "al", kernel.OwnAlbum) },
		filter:  filterAlbums,
	}
	searchedArtists = kind{
		table: "artist", alias: "ar", name: "sort_name", signText: "name", rank: "ar.seq, ar.sort_name as name, ar.tracks as popular",
		visible: func(q *kernel.Query, v music.Viewer) { q.HasTracks(v, "ar", kernel.OwnArtist) },
		filter:  filterArtists,
	}
)

// rankingLife is how long a ranking may miss new plays, which break ties.
const rankingLife = 30 * time.Second

// hits returns the seqs of the best matches, best first. They are cached until
// the catalogue changes, because first letters are few and every search begins
// with them. The caller checks again what the viewer may see.
func (s *Store) hits(ctx context.Context, v music.Viewer, q Terms, k kind) ([]int64, error) {
	sql := s.matches(v, q, k)
	key := strconv.FormatInt(time.Now().UnixNano()/int64(rankingLife), 10) + kernel.TallyKey(sql)
	return kernel.Remember(s.db.Tally, key, func() ([]int64, error) {
		return kernel.Collect(ctx, s.db.Read, &kernel.Cell[int64]{}, sql.Text.String(), sql.Args...)
	})
}

func (s *Store) searchTracks(ctx context.Context, v music.Viewer, q Terms) ([]music.Track, error) {
	seqs, err := s.hits(ctx, v, q, searchedTracks)
	if err != nil || len(seqs) == 0 {
		return []music.Track{}, err
	}
	sql := (&kernel.Query{}).Add("select "+catalogue.TrackColumns+" from track t").Append(catalogue.WithLiked(v)).Add(" where t.seq in "+s.db.Dialect.Ints+" and ", kernel.Array(seqs)).CanList(v)
	tracks, err := kernel.Collect(ctx, s.db.Read, &catalogue.TrackRow{}, sql.Text.String(), sql.Args...)
	return kernel.InOrder(tracks, seqs, func(t music.Track) int64 { return t.Seq }), err
}

func (s *Store) searchAlbums(ctx context.Context, v music.Viewer, q Terms) ([]music.Album, error) {
	seqs, err := s.hits(ctx, v, q, searchedAlbums)
	if err != nil || len(seqs) == 0 {
		return []music.Album{}, err
	}
	sql := (&kernel.Query{}).Add("select "+catalogue.AlbumColumns(v)+" from album al where al.seq in "+s.db.Dialect.Ints+" and ", kernel.Array(seqs)).HasTracks(v, "al", kernel.OwnAlbum)
	albums, err := kernel.Collect(ctx, s.db.Read, &catalogue.AlbumRow{}, sql.Text.String(), sql.Args...)
	return kernel.InOrder(albums, seqs, func(a music.Album) int64 { return a.Seq }), err
}

func (s *Store) searchArtists(ctx context.Context, v music.Viewer, q Terms) ([]music.Artist, error) {
	seqs, err := s.hits(ctx, v, q, searchedArtists)
	if err != nil || len(seqs) == 0 {
		return []music.Artist{}, err
	}
	sql := (&kernel.Query{}).Add("select "+catalogue.ArtistColumns(v)+" from artist ar where ar.seq in "+s.db.Dialect.Ints+" and ", kernel.Array(seqs)).HasTracks(v, "ar", kernel.OwnArtist)
	artists, err := kernel.Collect(ctx, s.db.Read, &catalogue.ArtistRow{}, sql.Text.String(), sql.Args...)
	return kernel.InOrder(artists, seqs, func(a music.Artist) int64 { return a.Seq }), err
}
