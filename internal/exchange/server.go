package exchange

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"sonora/internal/intake"
	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/store"
	"sonora/internal/store/otherserver"
)

// Accounts finds accounts, and makes those that wait for their owners. *auth.Service
// implements it.
type Accounts interface {
	AccountAt(ctx context.Context, email string) (*music.Account, error)
	InviteOwner(ctx context.Context, actor, email, name string, anew bool) (account *music.Account, invitation *people.Invitation, link string, err error)
}

// ServerOptions say what an import of another server does.
type ServerOptions struct {
	Emails   map[string]string // addresses of people, by their names there
	Apply    bool              // false: only report
	NewLinks bool              // in place of those that nobody has used
	Invited  func(*Moved)      // is told of each link at once; nil for nobody
}

// ServerReport is the result of an import of another server, or what it would be.
type ServerReport struct {
	Title   string // of its program
	Applied bool
	Songs   int
	People  []Moved
	Lists   []MovedList // playlists of which there is something to say
	Missing []Missing   // songs that people marked, played or listed and that are not here
}

// MovedList is a playlist that is not taken over as it is at the other server.
type MovedList struct {
	Owner, Title string // as they are called there
	Name         string // here
	Exists       bool   // the person has a playlist of this name, which stays as it is
	LeftOut      int    // tracks beyond those that a playlist may have
}

// Moved is what a person of the other server gets.
type Moved struct {
	Name, Email string
	LeftOut     LeftOut
	IsNew       bool   // has no account yet
	IsWaiting   bool   // has an account, but has not accepted the invitation to it
	Link        string // of the invitation that was made
	LinkEnds    time.Time
	Likes       int
	Ratings     int
	Plays       int // with their times
	Bookmarks   int
	Playlists   int
	Missing     int // songs
}

// LeftOut is why nothing of a person is taken over: nobody knows who they are here. Other
// servers let people enter any address.
type LeftOut string

// Reasons; NoAddress, SharedAddress and OperatorAddress hold unless ServerOptions.Emails
// names the address of the person.
const (
	Taken           LeftOut = ""
	NoAddress       LeftOut = "no address"
	SharedAddress   LeftOut = "shared address"   // another person there has it too
	OperatorAddress LeftOut = "operator address" // it is that of an operator here
)

// ImportServer takes over what people have at another server, whose database is at path.
// People are found by their email address; those without an account are invited to one that
// has all of it already, and to which nobody can sign in before they accept. Songs are found
// by their path, otherwise by their tags. Play counts of tracks become at least those of the
// other server. It returns Invalid for a file that is not a database of Navidrome or gonic,
// and for ServerOptions.Emails of somebody who is not there or that are no addresses. A
// second import of the same database changes nothing; one after an import that was
// interrupted takes over the rest.
func (s *Service) ImportServer(ctx context.Context, path string, accounts Accounts, o ServerOptions) (*ServerReport, error) {
	from, err := otherserver.Read(ctx, path)
	if errors.Is(err, otherserver.ErrFormat) {
		return nil, errNoServer.Because(err)
	}
	if err != nil {
		return nil, err
	}
	m := &move{Service: s, from: from, accounts: accounts, options: o, report: &ServerReport{Title: from.Title, Applied: o.Apply, Songs: len(from.Songs)}, invited: map[string]bool{}, counts: map[string]int{}, missing: map[string]int{}}
	if err := m.checkNamed(ctx); err != nil {
		return nil, err
	}
	m.sharing = sharing(from.People, o.Emails)
	things := gather(from)
	for i := range from.People {
		if err := m.person(ctx, &from.People[i], things[from.People[i].ID]); err != nil {
			return nil, fmt.Errorf("import %s: %w", from.People[i].Name, err)
		}
	}
	if o.Apply {
		if err := s.Store.RaisePlays(ctx, m.counts); err != nil {
			return nil, err
		}
	}
	for id, plays := range m.missing {
		song := from.Songs[id]
		m.report.Missing = append(m.report.Missing, Missing{Text: cmp.Or(song.Path, song.Artist+" – "+song.Title), Plays: plays})
	}
	slices.SortFunc(m.report.Missing, func(a, b Missing) int { return cmp.Or(cmp.Compare(b.Plays, a.Plays), cmp.Compare(a.Text, b.Text)) })
	return m.report, nil
}

var errNoServer = music.NewError(music.Invalid, "This file is not a database of Navidrome or gonic, or it is damaged.")

// belongings is what one person has at the other server.
type belongings struct {
	marks     []otherserver.Mark
	plays     []otherserver.Play
	bookmarks []otherserver.Bookmark
	playlists []otherserver.Playlist
}

// gather returns what everybody has, by the ID of the person.
func gather(from *otherserver.Server) map[string]*belongings {
	all := map[string]*belongings{}
	for _, p := range from.People {
		all[p.ID] = &belongings{}
	}
	for _, m := range from.Marks {
		if b := all[m.PersonID]; b != nil {
			b.marks = append(b.marks, m)
		}
	}
	for _, p := range from.Plays {
		if b := all[p.PersonID]; b != nil {
			b.plays = append(b.plays, p)
		}
	}
	for _, one := range from.Bookmarks {
		if b := all[one.PersonID]; b != nil {
			b.bookmarks = append(b.bookmarks, one)
		}
	}
	for _, p := range from.Playlists {
		if b := all[p.PersonID]; b != nil {
			b.playlists = append(b.playlists, p)
		}
	}
	return all
}

// songsOf returns the IDs of all songs that belong to something of a person, without
// those that the other server does not know any more.
func (m *move) songsOf(b *belongings) []string {
	ids := map[string]bool{}
	for _, mark := range b.marks {
		ids[mark.SongID] = true
	}
	for _, p := range b.plays {
		ids[p.SongID] = true
	}
	for _, one := range b.bookmarks {
		ids[one.SongID] = true
	}
	for _, p := range b.playlists {
		for _, id := range p.SongIDs {
			ids[id] = true
		}
	}
	maps.DeleteFunc(ids, func(id string, _ bool) bool { _, known := m.from.Songs[id]; return !known })
	return slices.Sorted(maps.Keys(ids))
}

// move is one import of another server.
type move struct {
	*Service
	from     *otherserver.Server
	accounts Accounts
	options  ServerOptions
	report   *ServerReport
	sharing  map[string]int  // how many people have an address, in lower case
	invited  map[string]bool // addresses that got a link, in lower case
	counts   map[string]int  // plays of tracks, of everybody
	missing  map[string]int  // plays of songs that are not here, by their IDs there
}

// checkNamed returns an error if an address was named for somebody who is not there, or if
// it is none.
func (m *move) checkNamed(ctx context.Context) error {
	for _, name := range slices.Sorted(maps.Keys(m.options.Emails)) {
		if !slices.ContainsFunc(m.from.People, func(p otherserver.Person) bool { return p.Name == name }) {
			return music.NewError(music.Invalid, "%s has nobody whose name is “%s”.", m.from.Title, music.Shorten(music.OneLine(name, 0), maxShown))
		}
		_, err := m.accounts.AccountAt(ctx, m.options.Emails[name])
		if music.CodeOf(err) == music.Invalid {
			return music.NewError(music.Invalid, "The address of “%s” is not an email address.", name).Because(err)
		}
		if err != nil && music.CodeOf(err) != music.NotFound {
			return err
		}
	}
	return nil
}

// sharing counts the people who have an address, in lower case.
func sharing(list []otherserver.Person, named map[string]string) map[string]int {
	count := map[string]int{}
	for _, p := range list {
		count[strings.ToLower(cmp.Or(named[p.Name], p.Email))]++
	}
	return count
}

// person takes over what a person has.
func (m *move) person(ctx context.Context, p *otherserver.Person, b *belongings) error {
	moved := Moved{Name: p.Name, Email: cmp.Or(m.options.Emails[p.Name], p.Email)}
	defer func() { m.report.People = append(m.report.People, moved) }()
	account, err := m.owner(ctx, &moved)
	if err != nil || moved.LeftOut != Taken {
		return err
	}
	w := &work{Service: m.Service, ctx: ctx, viewer: music.Viewer{AccountID: account.ID, Role: account.Role}, report: &Report{}}
	tracks, err := m.find(w, b)
	if err != nil {
		return err
	}
	return m.take(w, &moved, b, tracks)
}

// owner returns the account that gets what a person has, unless they are left out.
func (m *move) owner(ctx context.Context, moved *Moved) (*music.Account, error) {
	account, err := m.accounts.AccountAt(ctx, moved.Email)
	isNamed := m.options.Emails[moved.Name] != ""
	switch code := music.CodeOf(err); {
	case code == music.Invalid:
		moved.Email, moved.LeftOut = "", NoAddress
		return nil, nil //nolint:nilnil // nobody is an answer
	case code == music.NotFound:
		moved.IsNew = true
		account = &music.Account{ID: music.NewID(), Role: music.Listener} // sees what a new account sees
	case err != nil:
		return nil, err
	case account.Role == music.Admin && !isNamed:
		moved.LeftOut = OperatorAddress
		return account, nil
	}
	if m.sharing[strings.ToLower(moved.Email)] > 1 && !isNamed {
		moved.LeftOut = SharedAddress
		return account, nil
	}
	if !m.options.Apply {
		moved.IsWaiting = !moved.IsNew && people.IsWaiting(account)
		return account, nil
	}
	return m.invite(ctx, moved)
}

// invite returns the account of a person, for whom it makes one if there is none.
func (m *move) invite(ctx context.Context, moved *Moved) (*music.Account, error) {
	anew := m.options.NewLinks && !m.invited[strings.ToLower(moved.Email)]
	account, invitation, link, err := m.accounts.InviteOwner(ctx, people.ActorOperator, moved.Email, moved.Name, anew)
	if err != nil {
		return nil, err
	}
	moved.IsWaiting = people.IsWaiting(account)
	if invitation != nil {
		m.invited[strings.ToLower(moved.Email)] = true
		moved.Link, moved.LinkEnds = link, invitation.ExpiresAt
		if m.options.Invited != nil {
			m.options.Invited(moved)
		}
	}
	return account, nil
}

// find returns the tracks of the songs that belong to a person.
func (m *move) find(w *work, b *belongings) (map[string]string, error) {
	tracks := map[string]string{}
	for part := range slices.Chunk(m.songsOf(b), batch) {
		described := make([]intake.Described, len(part))
		for i, id := range part {
			described[i] = m.from.Songs[id]
		}
		found, err := w.Playlists.Find(w.ctx, w.viewer, described)
		if err != nil {
			return nil, err
		}
		for i, id := range part {
			if tracks[id] = found[i].TrackID; tracks[id] == "" {
				m.missing[id] += 0
			}
		}
	}
	return tracks, nil
}

// take plans what a person gets, and gives it to them.
func (m *move) take(w *work, moved *Moved, b *belongings, tracks map[string]string) error {
	for _, id := range tracks {
		if id == "" {
			moved.Missing++
		}
	}
	m.count(b, tracks)
	if err := m.planPlays(w, b, tracks); err != nil {
		return err
	}
	if err := m.planLikes(w, b, tracks); err != nil {
		return err
	}
	if err := m.planLists(w, b, tracks); err != nil {
		return err
	}
	moved.Plays, moved.Likes = len(w.past), len(w.liked)
	m.noteLists(moved, w.report.Lists)
	ratings, err := m.ratings(w, b, tracks)
	if err != nil {
		return err
	}
	bookmarks, err := m.bookmarks(w, b, tracks)
	if err != nil {
		return err
	}
	moved.Ratings, moved.Bookmarks = len(ratings), len(bookmarks)
	if !m.options.Apply {
		return nil
	}
	if w.hasNews() {
		if err := w.apply([]string{m.from.Title}); err != nil {
			return err
		}
	}
	for id, stars := range ratings {
		if _, err := m.Store.Rate(w.ctx, w.viewer, id, stars, m.Now()); err != nil {
			return err
		}
	}
	for id, one := range bookmarks {
		err := m.Store.SaveBookmark(w.ctx, w.viewer, id, one.Position, music.OneLine(one.Comment, maxShown), m.Now())
		if music.CodeOf(err) == music.Conflict {
			moved.Bookmarks-- // there is no room for it
		} else if err != nil {
			return err
		}
	}
	return nil
}

// ratings returns the ratings of tracks that the person has not rated here, by ID.
func (m *move) ratings(w *work, b *belongings, tracks map[string]string) (map[string]int, error) {
	ratings := map[string]int{}
	for _, mark := range b.marks {
		if id := tracks[mark.SongID]; id != "" && mark.Rating > 0 {
			ratings[id] = mark.Rating
		}
	}
	for last := (people.RatingRecord{}); ; {
		own, err := m.Store.RatingHistory(w.ctx, w.viewer, last.HistoryEntry, batch)
		if err != nil || len(own) == 0 {
			return ratings, err
		}
		for _, r := range own {
			delete(ratings, r.TrackID)
		}
		last = own[len(own)-1]
	}
}

// bookmarks returns the bookmarks in tracks in which the person has none here, by ID.
func (m *move) bookmarks(w *work, b *belongings, tracks map[string]string) (map[string]otherserver.Bookmark, error) {
	bookmarks := map[string]otherserver.Bookmark{}
	for _, one := range b.bookmarks {
		if id := tracks[one.SongID]; id != "" {
			bookmarks[id] = one
		}
	}
	own, err := m.Store.Bookmarks(w.ctx, w.viewer)
	for i := range own {
		delete(bookmarks, own[i].Track.ID)
	}
	return bookmarks, err
}

// count adds up how often tracks were played.
func (m *move) count(b *belongings, tracks map[string]string) {
	for _, mark := range b.marks {
		if id, known := tracks[mark.SongID]; id != "" {
			m.counts[id] += mark.Plays
		} else if known {
			m.missing[mark.SongID] += mark.Plays
		}
	}
}

// planPlays plans the plays whose times are known: of each song, every one that the other
// server kept, otherwise the last.
func (m *move) planPlays(w *work, b *belongings, tracks map[string]string) error {
	kept := map[string]bool{} // songs
	for _, p := range b.plays {
		kept[p.SongID] = true
	}
	plays := slices.Clone(b.plays)
	for _, mark := range b.marks {
		if !kept[mark.SongID] && mark.Plays > 0 && !mark.PlayedAt.IsZero() {
			plays = append(plays, otherserver.Play{PersonID: mark.PersonID, SongID: mark.SongID, At: mark.PlayedAt})
		}
	}
	numbers := map[string]int32{}
	for _, p := range plays {
		id := tracks[p.SongID]
		if id == "" {
			continue
		}
		n, known := numbers[id]
		if !known {
			n = int32(len(w.matches))
			numbers[id], w.matches = n, append(w.matches, intake.Match{TrackID: id})
		}
		w.plays = append(w.plays, play{at: millisOf(p.At), song: n})
	}
	w.missed = make([]int, len(w.matches))
	return w.decidePlays()
}

// planLikes plans likes for the songs with a star.
func (m *move) planLikes(w *work, b *belongings, tracks map[string]string) error {
	var ids []string
	w.since = map[string]time.Time{}
	for _, mark := range b.marks {
		id := tracks[mark.SongID]
		if id == "" || !mark.IsStarred {
			continue
		}
		if _, twice := w.since[id]; !twice {
			ids = append(ids, id)
		}
		w.since[id] = mark.StarredAt
		if mark.StarredAt.Before(earliest) || mark.StarredAt.After(w.Now()) {
			w.since[id] = w.Now()
		}
	}
	return w.addLikes(ids)
}

// planLists plans the playlists, except those whose name the person has here.
func (m *move) planLists(w *work, b *belongings, tracks map[string]string) error {
	there, err := w.Store.PlaylistNames(w.ctx, w.viewer.AccountID)
	if err != nil {
		return err
	}
	names := make([]string, len(b.playlists))
	for i := range b.playlists {
		names[i] = listName(b.playlists[i].Name)
	}
	given := distinct(names, func(i int) bool { return len(b.playlists[i].SongIDs) == 0 })
	for i := range b.playlists {
		p := &b.playlists[i]
		list := List{Name: given[i], Exists: there[store.Folded(given[i])], title: names[i], description: describe(p.Comment), isPublic: p.IsPublic}
		for _, song := range p.SongIDs {
			list.add(tracks[song])
		}
		w.report.Lists = append(w.report.Lists, list)
	}
	return nil
}

// describe returns the description of a playlist with a comment.
func describe(comment string) string {
	var lines []string
	for line := range strings.Lines(comment) {
		lines = append(lines, music.OneLine(line, 0))
	}
	text := []rune(strings.TrimSpace(strings.Join(lines, "\n")))
	return strings.TrimSpace(string(text[:min(len(text), music.MaxDescription)]))
}

// noteLists counts the playlists that a person gets, and says what becomes of the others.
func (m *move) noteLists(moved *Moved, lists []List) {
	for i := range lists {
		list := &lists[i]
		if list.isNew() {
			moved.Playlists++
		}
		if list.Found > 0 && (list.Exists || list.Name != list.title || list.LeftOut > 0) {
			m.report.Lists = append(m.report.Lists, MovedList{moved.Name, list.title, list.Name, list.Exists, list.LeftOut})
		}
	}
}
