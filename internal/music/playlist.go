package music

import "time"

// PlaylistKind says where the tracks of a playlist come from.
type PlaylistKind string

// Kinds of playlists.
const (
	PlaylistList  PlaylistKind = "list"  // people put tracks into it
	PlaylistSmart PlaylistKind = "smart" // rules find them each time it is read
)

// Limits of what one playlist holds.
const (
	MaxEntries    = 50_000
	MaxEntryBatch = 1000 // entries one call may name
	MaxMembers    = 100  // people who joined one
)

// Playlist is a list of tracks somebody made.
type Playlist struct {
	Seq           int64 // grows with every new one
	ID            string
	OwnerID       string
	OwnerName     string
	OwnerPrivate  bool // the owner's name is for those who are in the playlist too
	Name          string
	Description   string
	CoverImageURL string // "" for none
	Cover         string // Picture.Hash of its own picture; "" for none
	IsPublic      bool   // others may open it
	Kind          PlaylistKind
	Rules         *SmartRules // of a smart one
	Version       int64       // rises with every change of its entries
	Entries       int         // how many; of a smart one what its owner saw last
	Invitation    string      // in the link by which people join; "" for none
	Members       int         // people who joined
	Joined        bool        // the viewer did
	CreatedAt     time.Time
	UpdatedAt     time.Time
}

// MayEdit reports whether an account may change the entries.
func (p *Playlist) MayEdit(accountID string) bool {
	return p.Kind == PlaylistList && (p.OwnerID == accountID || p.Joined)
}

// MayChange reports whether a viewer who sees it may rename or delete it: it
// is theirs, or public and they are an operator.
func (p *Playlist) MayChange(v Viewer) bool {
	return p.OwnerID == v.AccountID || p.IsPublic && v.IsAdmin()
}

// NamesPeople reports whether a viewer is told who is in it, also of those who
// want to stay unseen: they are in it too, or an operator.
func (p *Playlist) NamesPeople(v Viewer) bool {
	return p.OwnerID == v.AccountID || p.Joined || v.IsAdmin()
}

// NamesOwner reports whether a viewer is told whose it is.
func (p *Playlist) NamesOwner(v Viewer) bool { return !p.OwnerPrivate || p.NamesPeople(v) }

// PlaylistMember is somebody who changes a playlist along with its owner.
type PlaylistMember struct {
	ID, Name, ImageURL string
	JoinedAt           time.Time // of the owner: when it was made
	IsOwner            bool
}

// Limits of names and descriptions of lists, in characters.
const (
	maxPlaylistName = 100
	MaxTitle        = 200
	MaxWord         = 100 // a genre, a country, a category
	MaxDescription  = 1000
)

// Check tidies what people wrote and returns what breaks a rule, field by field.
func (p *Playlist) Check() error {
	p.Name, p.Description, p.CoverImageURL = Tidy(p.Name), Tidy(p.Description), Tidy(p.CoverImageURL)
	f := FieldErrors{}
	f.Require("name", p.Name, "Please enter a name for your playlist.")
	f.CheckLine("name", p.Name, maxPlaylistName)
	f.CheckText("description", p.Description, MaxDescription)
	f.CheckAddress("coverImageUrl", p.CoverImageURL, true)
	if p.Kind == "" {
		p.Kind = PlaylistList
	}
	switch {
	case p.Kind != PlaylistList && p.Kind != PlaylistSmart:
		f.Add("kind", "A playlist is either a list or smart.")
	case p.Kind == PlaylistSmart && p.Rules == nil:
		f.Add("rules", "A smart playlist needs rules.")
	case p.Kind == PlaylistList && p.Rules != nil:
		f.Add("rules", "Only smart playlists have rules.")
	case p.Rules != nil:
		p.Rules.check(f)
	}
	return f.Err("name", "description", "coverImageUrl", "kind", "rules")
}
