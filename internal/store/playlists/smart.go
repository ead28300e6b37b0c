package playlists

import (
	"context"
	"encoding/base64"
	"fmt"
	"hash/fnv"
	"strconv"
	"strings"
	"time"

	"sonora/internal/music"
	"sonora/internal/sound"
	"sonora/internal/store/catalogue"
	"sonora/internal/store/kernel"
)

// Smart is the query for the tracks of a smart playlist for a viewer.
type Smart struct {
	db       *kernel.DB
	viewer   music.Viewer
	account  int64 // of the viewer
	at       time.Time
	seed     int64 // for the random order
	where    *kernel.Query
	by       *kernel.Query
	hasPast  bool // uses the viewer's plays
	hasStar  bool // uses the viewer's ratings
	isFew    bool // finds few tracks; set by Extent
	isRandom bool // has random order
}

// smartField describes how to read a field of the track t.
type smartField struct {
	value string // SQL expression for numbers and dates
	known string // condition that the value exists, "" if it always does
	text  string // SQL with %s for the comparison of texts
	sort  string // SQL expression to sort by
}

// Texts are compared in folded form; %s is the comparison. The leading + keeps
// the engines from reading a row for each entry of a range of an index, because
// the index track_rules covers all of them.
var smartFields = map[string]smartField{
	"title":       {text: "%s", value: "t.title", sort: "t.title_sort"},
	"artist":      {text: "(t.seq in (select x.seq from track x where x.artist in (" + smartCredits + " where %s)) or t.seq in (select ta.track from track_artist ta where ta.role = 0 and ta.artist in (select ar.seq from artist ar where %s)))", value: "c.artist", sort: "t.artist_key"},
	"album":       {text: "%s", value: "t.album_title", sort: "coalesce((select al.title_sort from album al where al.seq = t.album), '')"},
	"albumArtist": {text: "%s", value: "t.album_artist"},
	"genre":       {text: "t.seq in (select tg.track from track_genre tg where tg.genre in (select g.seq from genre g where %s))", value: "g.name", sort: "t.genre"},
	"composer":    {text: "t.seq in (select ta.track from track_artist ta where ta.role = 2 and ta.artist in (select ar.seq from artist ar where %s))", value: "ar.name"},
	"comment":     {text: "t.seq in (select x.track from track_text x where x.comment <> '' and %s)", value: "x.comment"},
	"folder":      {text: "t.folder in (select f.seq from folder f where %s)", value: "f.path"},

	"year":     {value: "+t.year", known: "+t.year > 0", sort: "t.year"},
	"duration": {value: "t.duration / 1000.0", sort: "t.duration"},
	"plays":    {value: "coalesce(past.plays, 0)", sort: "coalesce(past.plays, 0)"},
	"rating":   {value: "coalesce(star.stars, 0)", sort: "coalesce(star.stars, 0)"},
	"bpm":      {value: "+t.tempo", known: "+t.tempo > 0", sort: "t.tempo"},
	"energy":   {value: "+t.energy", known: "+t.energy >= 0", sort: "t.energy"},
	"loudness": {value: "+t.loudness", known: "+t.loudness > -1000", sort: "t.loudness"},
	"bitrate":  {value: "t.bitrate", sort: "t.bitrate"},
	"key":      {value: "t.music_key", known: "t.music_key >= 0", sort: fmt.Sprintf(catalogue.KeyWheel, 1000)},

	"added":      {value: "t.added_at", sort: "t.added_at"},
	"lastPlayed": {value: "coalesce(past.last, 0)", known: "coalesce(past.last, 0) > 0", sort: "coalesce(past.last, 0)"},
}

// smartCredits are the distinct artist credits of tracks, because comparing
// them takes most of the time.
const smartCredits = "with credit as materialized (select distinct artist from track) select c.artist from credit c"

// secondArtist is the other column that rules for artists compare.
const secondArtist = "ar.name"

// SmartTracks returns a part of the tracks that the rules select for the
// viewer. name gives each playlist a different random order. The entries have
// their tracks' IDs.
func (s *Store) SmartTracks(ctx context.Context, v music.Viewer, rules *music.SmartRules, name string, at time.Time, page music.Page) (music.EntryList, error) {
	var result music.EntryList
	begin, err := smartPlace(page)
	if err != nil {
		return result, err
	}
	q, err := NewSmart(ctx, s.db, v, rules, name, at)
	if err != nil {
		return result, err
	}
	x, err := q.Extent(ctx, rules.Limit)
	if err != nil {
		return result, fmt.Errorf("measure smart playlist: %w", err)
	}
	result.Total, result.Duration = x.Items, kernel.Length(x.duration)
	limit := min(kernel.LimitOf(page), max(0, x.Items-begin))
	seqs, err := q.Seqs(ctx, limit, begin)
	if err != nil {
		return result, fmt.Errorf("find tracks of smart playlist: %w", err)
	}
	tracks, err := s.catalogue.TracksInOrder(ctx, v, seqs)
	if err != nil {
		return result, err
	}
	for _, t := range tracks {
		result.Items = append(result.Items, music.Entry{ID: t.ID, AddedAt: t.AddedAt, Track: t})
	}
	if begin+limit < x.Items {
		result.Next = smartCursor(begin + limit)
	}
	return result, nil
}

// smartCursor returns the cursor for a position. The selected tracks may change
// between pages, so there is no better anchor.
func smartCursor(at int) string {
	return "at" + base64.RawURLEncoding.EncodeToString([]byte(strconv.Itoa(at)))
}

func smartPlace(page music.Page) (int, error) {
	if page.After == "" {
		return page.At, nil
	}
	encoded, ok := strings.CutPrefix(page.After, "at")
	text, err := base64.RawURLEncoding.Strict().DecodeString(encoded)
	at, wrong := strconv.Atoi(string(text))
	if !ok || err != nil || wrong != nil || at < 0 || at > 1<<31 {
		return 0, music.FieldError(music.Invalid, "cursor", music.Say("Invalid cursor."))
	}
	return at, nil
}

// SmartSeeds returns up to limit of the tracks that the rules select.
func (s *Store) SmartSeeds(ctx context.Context, v music.Viewer, rules *music.SmartRules, name string, at time.Time, limit int) ([]sound.Seed, error) {
	q, err := NewSmart(ctx, s.db, v, rules, name, at)
	if err != nil {
		return nil, err
	}
	x, err := q.Extent(ctx, rules.Limit)
	if err != nil {
		return nil, fmt.Errorf("measure smart playlist: %w", err)
	}
	seqs, err := q.Seqs(ctx, min(limit, x.Items), 0)
	if err != nil {
		return nil, fmt.Errorf("find tracks of smart playlist: %w", err)
	}
	return s.seedsBySeq(ctx, v, seqs)
}

// NewSmart builds the query for the rules of a smart playlist. at determines
// the random order.
func NewSmart(ctx context.Context, db *kernel.DB, v music.Viewer, rules *music.SmartRules, name string, at time.Time) (*Smart, error) {
	account, err := kernel.One(ctx, db.Read, &kernel.Cell[int64]{}, "select seq from account where id = ?", v.AccountID)
	if err != nil {
		return nil, fmt.Errorf("find the viewer: %w", err)
	}
	h := fnv.New32a()
	fmt.Fprint(h, name, at.UTC().Format(time.DateOnly))
	q := &Smart{db: db, viewer: v, account: account, at: at, seed: int64(h.Sum32()), where: &kernel.Query{}, by: &kernel.Query{}}
	q.where.Add("+t.missing_at = 0 and ").CanSee(v).Add(" and ") // like CanList, but with the + of smartFields
	q.group(rules.Match, rules.Rules)
	q.order(rules)
	return q, nil
}

// group adds rules of which all, or any, must match.
func (q *Smart) group(match string, rules []music.SmartRule) {
	if len(rules) == 0 {
		q.where.Add("true")
		return
	}
	between := " and "
	if match == "any" {
		between = " or "
	}
	q.where.Add("(")
	for i := range rules {
		if i > 0 {
			q.where.Add(between)
		}
		if rules[i].Match != "" {
			q.group(rules[i].Match, rules[i].Rules)
		} else {
			q.rule(&rules[i])
		}
	}
	q.where.Add(")")
}

// rule adds one rule. A rule that Check does not know matches nothing.
func (q *Smart) rule(r *music.SmartRule) {
	field := music.SmartFieldOf(r.Field)
	if field == nil {
		q.where.Add("false")
		return
	}
	q.look(r.Field)
	operator, negative := r.Operator, false
	switch operator {
	case "isNot", "notContains", "notInLast", "notIn":
		operator, negative = map[string]string{"isNot": "is", "notContains": "contains", "notInLast": "inLast", "notIn": "in"}[operator], true
	}
	if negative {
		q.where.Add("not (")
	}
	switch field.Type {
	case music.SmartText:
		q.text(r, operator)
	case music.SmartNumber:
		q.number(r, operator)
	case music.SmartDate:
		q.date(r, operator)
	case music.SmartBoolean:
		q.boolean(r)
	case music.SmartChoice:
		q.choice(r)
	case music.SmartPlaylist:
		q.inPlaylist(r)
	}
	if negative {
		q.where.Add(")")
	}
}

// look records which joins a field needs.
func (q *Smart) look(field string) {
	q.hasPast = q.hasPast || field == "plays" || field == "lastPlayed"
	q.hasStar = q.hasStar || field == "rating"
}

// text compares texts regardless of case and accents.
func (q *Smart) text(r *music.SmartRule, operator string) {
	f := smartFields[r.Field]
	value := kernel.Simplify(fmt.Sprint(r.Value))
	columns := []any{q.compare(f.value, operator)}
	if strings.Count(f.text, "%s") == 2 {
		columns = append(columns, q.compare(secondArtist, operator))
	}
	q.where.Add(fmt.Sprintf(f.text, columns...))
	for range columns {
		q.where.Args = append(q.where.Args, value)
		if operator == "startsWith" || operator == "endsWith" {
			q.where.Args = append(q.where.Args, value)
		}
	}
}

// compare returns the SQL that compares a folded column with ?.
func (q *Smart) compare(column, operator string) string {
	folded := fmt.Sprintf(q.db.Dialect.Folded, column)
	switch operator {
	case "is":
		return folded + " = ?"
	case "startsWith":
		return "substr(" + folded + ", 1, length(cast(? as text))) = ?"
	case "endsWith":
		return "substr(" + folded + ", length(" + folded + ") - length(cast(? as text)) + 1) = ?"
	}
	return fmt.Sprintf(q.db.Dialect.Contains, folded)
}

func (q *Smart) number(r *music.SmartRule, operator string) {
	f := smartFields[r.Field]
	q.where.Add("(")
	if f.known != "" {
		q.where.Add(f.known + " and ")
	}
	const value = "cast(? as double precision)"
	n, _ := r.Value.(float64)
	switch operator {
	case "is":
		q.where.Add(f.value+" = "+value, n)
	case "greater":
		q.where.Add(f.value+" > "+value, n)
	case "less":
		q.where.Add(f.value+" < "+value, n)
	default:
		low, high, _ := r.Span()
		q.where.Add(f.value+" between "+value+" and "+value, low, high)
	}
	q.where.Add(")")
}

func (q *Smart) date(r *music.SmartRule, operator string) {
	f := smartFields[r.Field]
	q.where.Add("(")
	if f.known != "" {
		q.where.Add(f.known + " and ")
	}
	switch day, _ := r.Date(); operator {
	case "before":
		q.where.Add(f.value+" < ?", day.UnixMilli())
	case "after":
		q.where.Add(f.value+" >= ?", day.AddDate(0, 0, 1).UnixMilli())
	default:
		days, _ := r.Value.(float64)
		q.where.Add(f.value+" >= ?", q.at.UnixMilli()-int64(days*24*60*60*1000))
	}
	q.where.Add(")")
}

func (q *Smart) boolean(r *music.SmartRule) {
	yes, _ := r.Value.(bool)
	if r.Field == "isAiGenerated" {
		q.where.Add("t.is_ai_generated = ?", yes)
		return
	}
	if !yes {
		q.where.Add("not ")
	}
	q.where.Add("t.seq in (select l.track from liked l where l.account = ?)", q.account)
}

func (q *Smart) choice(r *music.SmartRule) {
	text, _ := r.Value.(string)
	if r.Field == "format" {
		q.where.Add("t.format = ?", text)
		return
	}
	key, _ := music.ParseKey(text) // validated when it was saved
	q.where.Add("t.music_key = ?", int64(key))
}

// inPlaylist matches the entries of a playlist that the viewer may open. A
// smart playlist has no entries, so rules cannot refer to other rules.
func (q *Smart) inPlaylist(r *music.SmartRule) {
	q.where.Add(`t.seq in (select e.track from playlist_entry e join playlist p on p.seq = e.playlist where p.id = ?
		and (`+IsShown+` or p.account = ? or exists (select 1 from playlist_member m where m.playlist = p.seq and m.account = ?)))`,
		fmt.Sprint(r.Value), q.account, q.account)
}

// order adds the order of the rules; equal tracks come newest first.
func (q *Smart) order(rules *music.SmartRules) {
	name, down := rules.SortField()
	if name == "" {
		name, down = "added", true
	}
	q.look(name)
	direction := ""
	if down {
		direction = " desc"
	}
	q.isRandom = name == music.SmartRandom
	if q.isRandom {
		q.by.Add("((t.seq * 48271 + cast(? as bigint)) % 2147483647) * ((t.seq * 69621 + 12345) % 1000003) % 2147483629", q.seed)
	} else {
		f := smartFields[name]
		if f.known != "" { // tracks without the value last, in both directions
			q.by.Add("case when " + f.known + " then 0 else 1 end, ")
		}
		q.by.Add(f.sort)
	}
	q.by.Add(direction + ", t.seq desc")
}

// from adds the tables and conditions of the query.
func (q *Smart) from(to *kernel.Query) *kernel.Query {
	return q.joined(to).Add(" where ").Append(q.where)
}

// joined adds the tables of the query.
func (q *Smart) joined(to *kernel.Query) *kernel.Query {
	to.Add(" from track t")
	if q.hasPast {
		to.Add(` left join (select p.track, cast(sum(p.counted) as bigint) as plays, max(p.started_at) as last from play p where p.account = ? group by p.track) past
			on past.track = t.seq`, q.account)
	}
	if q.hasStar {
		to.Add(" left join rating star on star.track = t.seq and star.account = ?", q.account)
	}
	return to
}

// few is the number of tracks up to which they are found first and then sorted.
// Reading them in order would read every row of the library.
const few = 2000

// ordered adds the tables, conditions and order.
func (q *Smart) ordered(to *kernel.Query) *kernel.Query {
	if q.isFew {
		q.joined(to).Add(" where t.seq in (select t.seq")
		q.from(to).Add(")")
	} else {
		q.from(to)
	}
	return to.Add(" order by ").Append(q.by)
}

// Extent returns the extent of the selected tracks, up to a limit.
func (q *Smart) Extent(ctx context.Context, limit *music.SmartLimit) (Extent, error) {
	if limit == nil || !q.isRandom { // a random order requires reading all tracks anyway
		m := (&kernel.Query{}).Add("select count(*), coalesce(cast(sum(t.duration) as bigint), 0)")
		q.from(m)
		x, err := kernel.One(ctx, q.db.Read, &Extent{}, m.Text.String(), m.Args...)
		q.isFew = x.Items <= few
		if err != nil || limit == nil {
			return x, err
		}
	}
	m := (&kernel.Query{}).Add("select count(*), coalesce(cast(sum(x.duration) as bigint), 0) from (select t.duration as duration")
	if limit.Count > 0 {
		q.ordered(m).Add(" limit ? + 0) x", limit.Count)
	} else {
		m.Add(", sum(t.duration) over (order by ").Append(q.by).Add(" rows between unbounded preceding and current row) as heard")
		q.from(m).Add(") x where x.heard <= ?", int64(limit.Minutes)*60_000)
	}
	return kernel.One(ctx, q.db.Read, &Extent{}, m.Text.String(), m.Args...)
}

// Seqs returns some of the tracks, from a position on.
func (q *Smart) Seqs(ctx context.Context, limit, begin int) ([]int64, error) {
	if limit == 0 {
		return nil, nil
	}
	m := (&kernel.Query{}).Add("select t.seq")
	q.ordered(m).Add(" limit ? + 0 offset ? + 0", limit, begin)
	return kernel.Collect(ctx, q.db.Read, &kernel.Cell[int64]{}, m.Text.String(), m.Args...)
}

// SmartCovers returns the first four distinct covers of the selected tracks.
func (s *Store) SmartCovers(ctx context.Context, v music.Viewer, rules *music.SmartRules, name string, at time.Time) ([]string, error) {
	list, err := s.SmartTracks(ctx, v, rules, name, at, music.Page{Limit: coverReach})
	if err != nil {
		return nil, err
	}
	var covers []string
	for _, e := range list.Items {
		covers = append(covers, e.Track.Cover)
	}
	return firstCovers(covers), nil
}
