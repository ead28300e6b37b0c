package profile

import (
	"archive/zip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"sonora/internal/intake"
	"sonora/internal/music"
	"sonora/internal/notice"
	"sonora/internal/people"
)

// archivePart is the number of rows in memory at once.
const archivePart = 500

// archive is a ZIP file with everything that Sonora stores about a person. It
// contains nothing that would let anyone sign in.
type archive struct {
	*Service
	account  *music.Account
	viewer   music.Viewer
	progress func(float64)

	zip  *zip.Writer
	size int64
}

// write writes the whole file.
func (a *archive) write(ctx context.Context, f *os.File) error {
	a.zip = zip.NewWriter(f)
	parts := []func(context.Context) error{
		a.profile, a.sessions, a.events, a.apiKeys, a.passkeys, a.identities, a.likes, a.ratings, a.marks, a.plays, a.listens, a.queue, a.bookmarks, a.favourites, a.connections, a.webhooks, a.imports, a.playlists, a.playlistEntries, a.playlistFiles, a.playlistCovers, a.stations, a.stationLists, a.stationListening, a.stationMessages, a.mixLikes, a.mixComments, a.podcastSubscriptions, a.ownPodcasts, a.ownEpisodes, a.episodeProgress, a.shares, a.players, a.follows, a.notifications, a.pushes, a.avatar, a.uploadList, a.unfinished, a.automixes, a.uploads,
	}
	for i, part := range parts {
		if err := part(ctx); err != nil {
			return err
		}
		a.progress(float64(i+1) / float64(len(parts)))
	}
	if err := a.zip.Close(); err != nil {
		return err
	}
	info, err := f.Stat()
	if err == nil {
		a.size = info.Size()
	}
	return err
}

type profileRecord struct {
	ID                 string        `json:"id"`
	Email              string        `json:"email"`
	IsVerified         bool          `json:"isVerified"`
	PendingEmail       string        `json:"pendingEmail"`
	FirstName          string        `json:"firstName"`
	LastName           string        `json:"lastName"`
	Bio                string        `json:"bio"`
	Location           string        `json:"location"`
	Website            string        `json:"website"`
	PhoneNumber        string        `json:"phoneNumber"`
	DateOfBirth        string        `json:"dateOfBirth"`
	IsPrivate          bool          `json:"isPrivate"`
	EmailNotifications bool          `json:"emailNotifications"`
	PushNotifications  bool          `json:"pushNotifications"`
	Digest             notice.Digest `json:"digest"`
	keepingRecord
	Language           string     `json:"language"`
	Role               music.Role `json:"role"`
	AuthProvider       string     `json:"authProvider"`
	HasPassword        bool       `json:"hasPassword"`
	AuthenticatorSince *time.Time `json:"authenticatorSince"`
	CreatedAt          time.Time  `json:"createdAt"`
	LastLoginAt        *time.Time `json:"lastLoginAt"`
	DeleteAt           *time.Time `json:"deleteAt"`
}

func (a *archive) profile(ctx context.Context) error {
	m := a.account
	choices, err := a.store.NotificationChoices(ctx, m.ID)
	if err != nil {
		return err
	}
	history, err := a.keeping(ctx)
	if err != nil {
		return err
	}
	return a.document("profile.json", profileRecord{
		ID: m.ID, Email: m.Email, IsVerified: !m.VerifiedAt.IsZero(), PendingEmail: m.PendingEmail, FirstName: m.FirstName, LastName: m.LastName,
		Bio: m.Bio, Location: m.Location, Website: m.Website, PhoneNumber: m.PhoneNumber, DateOfBirth: m.DateOfBirth,
		IsPrivate: m.IsPrivate, EmailNotifications: m.EmailNotifications, PushNotifications: m.PushNotifications, Digest: choices.Digest, keepingRecord: history, Language: m.Language,
		Role: m.Role, AuthProvider: m.AuthProvider, HasPassword: m.PasswordHash != "", AuthenticatorSince: moment(m.TOTPAt),
		CreatedAt: m.CreatedAt, LastLoginAt: moment(m.LastLoginAt), DeleteAt: moment(m.DeleteAt),
	})
}

// keepingRecord lists the listening data that the person asked not to store.
type keepingRecord struct {
	HistoryPausedAt  *time.Time    `json:"historyPausedAt"`
	HistoryPauses    []pauseRecord `json:"historyPauses"` // past pauses
	HistoryClearedAt *time.Time    `json:"historyClearedAt"`
}

type pauseRecord struct {
	From time.Time `json:"from"`
	To   time.Time `json:"to"`
}

func (a *archive) keeping(ctx context.Context) (r keepingRecord, err error) {
	paused, err := a.store.HistoryPausedAt(ctx, a.account.ID)
	if err != nil {
		return r, err
	}
	cleared, err := a.store.HistoryClearedAt(ctx, a.account.ID)
	if err != nil {
		return r, err
	}
	pauses, err := a.store.HistoryPauses(ctx, a.account.ID)
	r = keepingRecord{HistoryPausedAt: moment(paused), HistoryPauses: []pauseRecord{}, HistoryClearedAt: moment(cleared)}
	for _, p := range pauses {
		r.HistoryPauses = append(r.HistoryPauses, pauseRecord(p))
	}
	return r, err
}

// moment returns nil for the zero time.
func moment(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

type sessionRecord struct {
	CreatedAt  time.Time `json:"createdAt"`
	LastUsedAt time.Time `json:"lastUsedAt"`
	ExpiresAt  time.Time `json:"expiresAt"`
	Name       string    `json:"name"`
	UserAgent  string    `json:"userAgent"`
	Address    string    `json:"address"`
}

func (a *archive) sessions(ctx context.Context) error {
	list, err := a.store.SessionsOf(ctx, a.account.ID, a.now())
	return listing(a, "sessions.json", list, err, func(s *music.Session) sessionRecord {
		return sessionRecord{s.CreatedAt, s.LastUsedAt, s.ExpiresAt, s.Name, s.UserAgent, s.Address}
	})
}

type eventRecord struct {
	At        time.Time        `json:"at"`
	Kind      people.AuditKind `json:"kind"`
	BySelf    bool             `json:"bySelf"`
	UserAgent string           `json:"userAgent"`
	Address   string           `json:"address"`
	Detail    string           `json:"detail"`
}

func (a *archive) events(ctx context.Context) error {
	return paged(a, "security-events.json", func(p music.Page) (music.List[people.AuditEntry], error) {
		return a.store.SecurityEvents(ctx, a.account.ID, p)
	}, func(e *people.AuditEntry) eventRecord {
		record := eventRecord{At: e.At, Kind: e.Kind, BySelf: e.Actor == a.account.ID, Detail: e.Detail}
		if record.BySelf || e.Actor == "" { // an operator's location is their own data
			record.UserAgent, record.Address = e.UserAgent, e.Address
		}
		return record
	})
}

type credentialRecord struct {
	Name       string        `json:"name"`
	Scopes     []music.Scope `json:"scopes,omitempty"`
	CreatedAt  time.Time     `json:"createdAt"`
	ExpiresAt  *time.Time    `json:"expiresAt,omitempty"`
	LastUsedAt *time.Time    `json:"lastUsedAt"`
	Address    string        `json:"lastAddress,omitempty"`
}

func (a *archive) apiKeys(ctx context.Context) error {
	list, err := a.store.APIKeys(ctx, a.account.ID)
	return listing(a, "api-keys.json", list, err, func(k *people.APIKey) credentialRecord {
		return credentialRecord{k.Name, k.Scopes.List(), k.CreatedAt, moment(k.ExpiresAt), moment(k.LastUsedAt), k.LastAddress}
	})
}

func (a *archive) passkeys(ctx context.Context) error {
	list, err := a.store.Passkeys(ctx, a.account.ID)
	return listing(a, "passkeys.json", list, err, func(p *people.Passkey) credentialRecord {
		return credentialRecord{Name: p.Name, CreatedAt: p.CreatedAt, LastUsedAt: moment(p.LastUsedAt)}
	})
}

type identityRecord struct {
	Provider   string    `json:"provider"`
	Email      string    `json:"email"`
	CreatedAt  time.Time `json:"createdAt"`
	LastUsedAt time.Time `json:"lastUsedAt"`
}

func (a *archive) identities(ctx context.Context) error {
	list, err := a.store.Identities(ctx, a.account.ID)
	return listing(a, "identities.json", list, err, func(i *people.Identity) identityRecord {
		return identityRecord{i.Provider, i.Email, i.CreatedAt, i.LastUsedAt}
	})
}

type historyRecord struct {
	At       time.Time `json:"at"`
	Listened *float64  `json:"listenedSeconds,omitempty"`
	TrackID  string    `json:"trackId"`
	Title    string    `json:"title"`
	Artist   string    `json:"artist"`
	Album    string    `json:"album"`
}

func (a *archive) likes(ctx context.Context) error {
	return a.history("likes.json", func(after people.HistoryEntry) ([]people.HistoryEntry, error) {
		return a.store.LikeHistory(ctx, a.viewer, after, archivePart)
	})
}

type ratingRecord struct {
	historyRecord
	Stars int `json:"stars"`
}

func (a *archive) ratings(ctx context.Context) error {
	var last people.RatingRecord
	return stream(a, "ratings.json", func() ([]ratingRecord, error) {
		list, err := a.store.RatingHistory(ctx, a.viewer, last.HistoryEntry, archivePart)
		if len(list) > 0 {
			last = list[len(list)-1]
		}
		return encoded(list, func(r *people.RatingRecord) ratingRecord {
			return ratingRecord{encodeHistory(&r.HistoryEntry), r.Stars}
		}), err
	})
}

func (a *archive) plays(ctx context.Context) error {
	return a.history("plays.json", func(after people.HistoryEntry) ([]people.HistoryEntry, error) {
		return a.store.PlayHistory(ctx, a.viewer, after, archivePart)
	})
}

func (a *archive) history(name string, next func(after people.HistoryEntry) ([]people.HistoryEntry, error)) error {
	var last people.HistoryEntry
	return stream(a, name, func() ([]historyRecord, error) {
		list, err := next(last)
		if len(list) > 0 {
			last = list[len(list)-1]
		}
		return encoded(list, encodeHistory), err
	})
}

func encodeHistory(e *people.HistoryEntry) historyRecord {
	r := historyRecord{At: e.At, TrackID: e.TrackID, Title: e.Title, Artist: e.Artist, Album: e.Album}
	if e.ID != "" {
		seconds := e.Listened.Seconds()
		r.Listened = &seconds
	}
	return r
}

// avatar adds the person's picture, if they uploaded one.
func (a *archive) avatar(context.Context) error {
	name, ours := strings.CutPrefix(a.account.ProfileImageURL, AvatarPath)
	if !ours {
		return nil
	}
	file, err := a.OpenAvatar(name)
	if music.CodeOf(err) == music.NotFound {
		return nil // replaced meanwhile
	}
	if err != nil {
		return err
	}
	defer file.Close()
	return a.file("avatar.jpg", file)
}

type uploadRecord struct {
	TrackID  string    `json:"trackId"`
	Title    string    `json:"title"`
	Artist   string    `json:"artist"`
	Album    string    `json:"album"`
	Genre    string    `json:"genre"`
	Duration float64   `json:"durationSeconds"`
	Size     int64     `json:"bytes"`
	IsPublic bool      `json:"isPublic"`
	Plays    int64     `json:"plays"`
	AddedAt  time.Time `json:"addedAt"`
}

// uploadList lists the uploaded files, each named by its track.
func (a *archive) uploadList(ctx context.Context) error {
	after := int64(0)
	return stream(a, "uploads.json", func() ([]uploadRecord, error) {
		list, err := a.store.OwnTracks(ctx, a.viewer, after, archivePart)
		if len(list) > 0 {
			after = list[len(list)-1].Seq
		}
		return encoded(list, func(t *music.Track) uploadRecord {
			return uploadRecord{
				t.ID, t.Title, t.Artist, t.Album, t.Genre, t.Duration.Seconds(), t.Size, t.IsPublic, t.Plays, t.AddedAt,
			}
		}), err
	})
}

type unfinishedRecord struct {
	FileName  string       `json:"fileName"`
	Size      int64        `json:"bytes"`
	State     intake.State `json:"state"`
	CreatedAt time.Time    `json:"createdAt"`
}

// unfinished lists the uploads that are not tracks. They expire within a day.
func (a *archive) unfinished(ctx context.Context) error {
	list, err := a.store.Uploads(ctx, a.account.ID)
	return listing(a, "unfinished-uploads.json", list, err, func(u *intake.Upload) unfinishedRecord {
		return unfinishedRecord{u.FileName, u.Length, u.State, u.CreatedAt}
	})
}

const uploadFolder = "uploads/"

// uploads adds the uploaded files.
func (a *archive) uploads(ctx context.Context) error {
	for after := int64(0); ; {
		list, err := a.store.OwnTracks(ctx, a.viewer, after, archivePart)
		if err != nil || len(list) == 0 {
			return err
		}
		for _, track := range list {
			if err := a.upload(ctx, &track); err != nil {
				return err
			}
			after = track.Seq
		}
	}
}

func (a *archive) upload(ctx context.Context, track *music.Track) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	place, err := a.store.TrackFile(ctx, a.viewer, track.ID)
	if music.CodeOf(err) == music.NotFound {
		return nil // deleted meanwhile
	}
	if err != nil {
		return err
	}
	file, err := a.open(ctx, place.Root, place.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("open an upload: %w", err)
	}
	defer file.Close()
	return a.file(uploadFolder+track.ID+filepath.Ext(place.Path), file)
}

// file adds a file uncompressed, because sound and pictures are already
// compressed.
func (a *archive) file(name string, from io.Reader) error {
	w, err := a.zip.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store, Modified: a.now()})
	if err == nil {
		_, err = io.Copy(w, from)
	}
	if err != nil {
		return fmt.Errorf("add %s: %w", name, err)
	}
	return nil
}

func (a *archive) begin(name string) (io.Writer, error) {
	return a.zip.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: a.now()})
}

// document adds a value as JSON.
func (a *archive) document(name string, value any) error {
	w, err := a.begin(name)
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(value)
}

// listing adds a short list as JSON. err is the error of reading the list.
func listing[T, R any](a *archive, name string, list []T, err error, record func(*T) R) error {
	if err != nil {
		return err
	}
	return a.document(name, encoded(list, record))
}

func encoded[T, R any](list []T, record func(*T) R) []R {
	records := make([]R, len(list))
	for i := range list {
		records[i] = record(&list[i])
	}
	return records
}

// paged adds a list as JSON that is read page by page.
func paged[T, R any](a *archive, name string, next func(music.Page) (music.List[T], error), record func(*T) R) error {
	page := music.Page{Limit: archivePart}
	return stream(a, name, func() ([]R, error) {
		if page.Limit == 0 {
			return nil, nil
		}
		list, err := next(page)
		if page.After = list.Next; page.After == "" {
			page.Limit = 0
		}
		return encoded(list.Items, record), err
	})
}

// stream adds a list of any length as JSON, part by part until next returns an
// empty part.
func stream[R any](a *archive, name string, next func() ([]R, error)) error {
	w, err := a.begin(name)
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	before, behind := "[", "[]"
	for {
		part, err := next()
		if err != nil {
			return err
		}
		if len(part) == 0 {
			_, err := io.WriteString(w, behind+"\n")
			return err
		}
		for i := range part {
			if _, err := io.WriteString(w, before); err != nil {
				return err
			}
			if err := encoder.Encode(part[i]); err != nil {
				return err
			}
			before, behind = ",", "]"
		}
	}
}
