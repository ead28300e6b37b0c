package music

import "time"

// Playlist is a list of tracks somebody made.
type Playlist struct {
	ID            string
	OwnerID       string
	Name          string
	Description   string
	CoverImageURL string // "" for none
	IsPublic      bool   // others may open it
	CreatedAt     time.Time
	UpdatedAt     time.Time
}

// Limits of names and descriptions of lists, in characters.
const (
	maxPlaylistName = 100
	maxTitle        = 200
	maxWord         = 100 // a genre, a country, a category
	maxDescription  = 1000
)

// Check tidies what people wrote and returns what breaks a rule, field by field.
func (p *Playlist) Check() error {
	p.Name, p.Description, p.CoverImageURL = Tidy(p.Name), Tidy(p.Description), Tidy(p.CoverImageURL)
	f := FieldErrors{}
	f.require("name", p.Name, "Please enter a name for your playlist.")
	f.CheckLine("name", p.Name, maxPlaylistName)
	f.CheckText("description", p.Description, maxDescription)
	f.checkAddress("coverImageUrl", p.CoverImageURL, true)
	return f.Err("name", "description", "coverImageUrl")
}
