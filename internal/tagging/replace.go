package tagging

import (
	"context"
	"regexp"
	"strings"

	"golang.org/x/text/unicode/norm"

	"sonora/internal/media/tag"
	"sonora/internal/music"
)

// Field is a tag in which text can be replaced.
type Field string

// The fields. Those after Album may have several values, each of which is searched.
const (
	Title       Field = "title"
	Album       Field = "album"
	Artist      Field = "artist"
	AlbumArtist Field = "albumArtist"
	Genre       Field = "genre"
	Composer    Field = "composer"
)

// Replacement replaces a text in a field.
type Replacement struct {
	Field   Field
	Find    string
	With    string
	IsWhole bool // only where a value is the text, and not where it contains it
	IsExact bool // only in the same case
}

// Replaced is what a replacement changes in a track. Several values are separated as
// people enter them.
type Replaced struct{ ID, Title, Before, After string }

// Preview is what a replacement would do.
type Preview struct {
	Changes []Replaced
	Failed  []Reason // tracks that cannot be changed
}

// PreviewReplacement returns what Replace would change in up to MaxTracks tracks. It
// reads the files, as Replace does.
func (s *Service) PreviewReplacement(ctx context.Context, v music.Viewer, ids []string, r Replacement) (Preview, error) {
	var p Preview
	if err := r.check(ids); err != nil {
		return p, err
	}
	seen := map[string]bool{}
	for _, id := range ids {
		if seen[id] {
			continue
		}
		seen[id] = true
		if err := ctx.Err(); err != nil {
			return p, err
		}
		found, err := s.preview(ctx, v, id, &r)
		switch {
		case err != nil:
			p.Failed = append(p.Failed, Reason{id, s.explain(id, err)})
		case found != nil:
			p.Changes = append(p.Changes, *found)
		}
	}
	return p, nil
}

// preview returns what a replacement changes in a track; nil for nothing.
func (s *Service) preview(ctx context.Context, v music.Viewer, id string, r *Replacement) (*Replaced, error) {
	t, err := s.store.EditableTrack(ctx, v, id)
	if err != nil {
		return nil, err
	}
	if !mayEdit(v, t) {
		return nil, music.ErrForbidden
	}
	if t.Missing {
		return nil, errGone
	}
	k, release, err := s.open(ctx, v, t)
	if err != nil {
		return nil, err
	}
	defer release()
	before, e, err := r.edit(k.now)
	if err != nil || len(e.fields(k.now)) == 0 {
		return nil, err
	}
	return &Replaced{id, t.Shown.Title, before, **r.text(e)}, nil
}

// Replace replaces a text in the tags of up to MaxTracks tracks, as one edit. Tracks
// that cannot be changed are listed in the result; the others are changed.
func (s *Service) Replace(ctx context.Context, v music.Viewer, ids []string, r Replacement) (Result, error) {
	if err := r.check(ids); err != nil {
		return Result{}, err
	}
	return s.many(ctx, v, ids, func(string) target { return target{replace: &r} })
}

// check normalises a replacement and returns Invalid with the fields that are not valid.
func (r *Replacement) check(ids []string) error {
	r.Find, r.With = norm.NFC.String(r.Find), norm.NFC.String(r.With)
	f := music.FieldErrors{}
	if len(ids) < 1 || len(ids) > MaxTracks {
		f.Add("ids", "Choose 1 to 500 tracks.")
	}
	if r.Find == "" {
		f.Add("find", "Enter the text to look for.")
	}
	f.CheckLine("find", r.Find, maxLine)
	f.CheckLine("with", r.With, maxLine)
	return f.Err("ids", "find", "with")
}

// edit returns what the field of a track contains, and the edit with what it will. The
// edit changes nothing where the text is not found.
func (r *Replacement) edit(now map[string][]string) (before string, e *Edit, err error) {
	tags, _ := tag.Interpret(now)
	found := map[Field][]string{
		Title: {tags.Title}, Album: {tags.Album}, Artist: tags.Artists, AlbumArtist: tags.AlbumArtists, Genre: tags.Genres, Composer: tags.Composers,
	}[r.Field]
	pattern := r.pattern()
	after, isFound := make([]string, len(found)), false
	for i, value := range found {
		value = norm.NFC.String(value)
		after[i] = pattern.ReplaceAllLiteralString(value, r.With)
		isFound = isFound || after[i] != value
	}
	e = &Edit{}
	if isFound {
		text := joined(after)
		*r.text(e) = &text
		e.tidy()
		err = e.check()
	}
	return joined(found), e, err
}

// joined writes values as people enter them.
func joined(values []string) string { return strings.Join(values, separator+" ") }

// text returns the field of an edit.
func (r *Replacement) text(e *Edit) **string {
	return map[Field]**string{
		Title: &e.Title, Album: &e.Album, Artist: &e.Artist, AlbumArtist: &e.AlbumArtist, Genre: &e.Genre, Composer: &e.Composer,
	}[r.Field]
}

func (r *Replacement) pattern() *regexp.Regexp {
	pattern := regexp.QuoteMeta(r.Find)
	if r.IsWhole {
		pattern = `\A` + pattern + `\z`
	}
	if !r.IsExact {
		pattern = "(?i)" + pattern
	}
	return regexp.MustCompile(pattern)
}
