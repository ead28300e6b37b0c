package music

import (
	"math"
	"slices"
	"strings"
	"time"
)

// Mix is a DJ set in one file.
type Mix struct {
	ID            string
	OwnerID       string // who added it; "" if the account was deleted
	Title         string
	DJName        string
	Description   string
	Genre         string
	Category      string
	AudioURL      string
	CoverImageURL string // or ""
	Duration      time.Duration
	BPM           float64 // 0 if unknown
	Tags          []string
	Format        string // one of MixFormats
	Size          int64  // bytes
	IsActive      bool   // false hides it from everyone but operators
	IsPublic      bool   // visitors see it if it is active
	MayDownload   bool   // those who may hear it may also save the file
	// EarlyUntil is when its early access ends: until then, only its owner, operators and
	// people whose plan has early access hear it. Zero for none.
	EarlyUntil   time.Time
	Likes, Plays int64
	CreatedAt    time.Time
}

// MixFormats are the formats of mixes, the default first.
var MixFormats = []string{"MP3", "WAV"}

// NewMix returns a mix with the form's defaults.
func NewMix() Mix {
	return Mix{Format: MixFormats[0], IsActive: true, IsPublic: true, Tags: []string{}}
}

// megabyte is the unit of fileSize, in bytes.
const megabyte = 1_000_000

const (
	maxTags      = 20
	maxTag       = 50
	maxBPM       = 1000
	maxMixSize   = 100_000 // MB
	maxMixLength = 48 * time.Hour
)

// Check normalizes the fields and returns the rules they break, by form field.
func (m *Mix) Check() error {
	for _, text := range []*string{&m.Title, &m.DJName, &m.Description, &m.Genre, &m.Category, &m.AudioURL, &m.CoverImageURL} {
		*text = Tidy(*text)
	}
	m.tidyTags()
	f := FieldErrors{}
	f.Require("title", m.Title, "Title is required.")
	f.CheckLine("title", m.Title, MaxTitle)
	f.CheckLine("djName", m.DJName, MaxTitle)
	f.CheckText("description", m.Description, MaxDescription)
	f.CheckLine("genre", m.Genre, MaxWord)
	f.CheckLine("category", m.Category, MaxWord)
	f.Require("audioUrl", m.AudioURL, "Audio URL is required.")
	f.CheckAddress("audioUrl", m.AudioURL, true)
	f.CheckAddress("coverImageUrl", m.CoverImageURL, true)
	f.Within("duration", m.Duration.Seconds(), 0, maxMixLength.Seconds())
	if f.Within("bpm", m.BPM, 0, maxBPM); m.BPM != math.Trunc(m.BPM) {
		f.Add("bpm", "This has to be a whole number.")
	}
	f.Within("fileSize", float64(m.Size)/megabyte, 0, maxMixSize)
	m.checkTags(f)
	if !slices.Contains(MixFormats, m.Format) {
		f.Add("format", "Choose one of %s.", strings.Join(MixFormats, ", "))
	}
	return f.Err("title", "djName", "audioUrl")
}

func (m *Mix) checkTags(f FieldErrors) {
	if len(m.Tags) > maxTags {
		f.Add("tags", "There are too many tags.")
		return
	}
	for _, tag := range m.Tags {
		if f.CheckLine("tags", tag, maxTag); len(f["tags"]) > 0 {
			return
		}
	}
}

// tidyTags removes empty and duplicate tags.
func (m *Mix) tidyTags() {
	tags := []string{}
	for _, tag := range m.Tags {
		if tag = Tidy(tag); tag != "" && !slices.Contains(tags, tag) {
			tags = append(tags, tag)
		}
	}
	m.Tags = tags
}
