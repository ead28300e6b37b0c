package music

import "time"

// PlaylistKind says how a playlist gets its tracks.
type PlaylistKind string

// The kinds of playlists.
const (
	PlaylistList  PlaylistKind = "list"  // people add tracks
	PlaylistSmart PlaylistKind = "smart" // rules select tracks whenever it is read
)

// Limits of a playlist.
const (
	MaxEntries    = 50_000
	MaxEntryBatch = 1000 // entries in one call
	MaxMembers    = 100  // people who joined
)

// Playlist is a list of tracks made by a person.
type Playlist struct {
	Seq           int64 // increases with every new playlist
	ID            string
	OwnerID       string
	OwnerName     string
	OwnerPrivate  bool // the owner's name is visible only to members and operators
	Name          string
	Description   string
	CoverImageURL string // or ""
	Cover         string // Picture.Hash of its own picture, or ""
	IsPublic      bool   // visible to others
	Kind          PlaylistKind
	Rules         *SmartRules // of a smart playlist
	Version       int64       // increases with every change of it or its entries
	Entries       int         // number of entries; for a smart playlist, as last seen by its owner
	Invitation    string      // part of the link with which people join, or ""
	Members       int         // number of people who joined
	Joined        bool        // whether the viewer joined
	CreatedAt     time.Time
	UpdatedAt     time.Time
}

// MayEdit reports whether an account may change the entries.
func (p *Playlist) MayEdit(accountID string) bool {
	return p.Kind == PlaylistList && (p.OwnerID == accountID || p.Joined)
}

// MayChange reports whether a viewer who can see the playlist may rename or
// delete it: its owner, or an operator if it is public.
func (p *Playlist) MayChange(v Viewer) bool {
	return p.OwnerID == v.AccountID || p.IsPublic && v.IsAdmin()
}

// NamesPeople reports whether the viewer may see the names of all members,
// including private ones: members and operators may.
func (p *Playlist) NamesPeople(v Viewer) bool {
	return p.OwnerID == v.AccountID || p.Joined || v.IsAdmin()
}

// NamesOwner reports whether the viewer may see the owner's name.
func (p *Playlist) NamesOwner(v Viewer) bool { return !p.OwnerPrivate || p.NamesPeople(v) }

// PlaylistMember is a person who edits a playlist, including its owner.
type PlaylistMember struct {
	ID, Name, ImageURL string
	JoinedAt           time.Time // for the owner: when the playlist was created
	IsOwner            bool
}

// Limits of list names and descriptions, in characters.
const (
	maxPlaylistName = 100
	MaxTitle        = 200
	MaxWord         = 100 // such as a genre, country or category
	MaxDescription  = 1000
)

// Check normalizes the fields and returns the rules they break, by field.
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
