// Package listenbrainz sends listens to ListenBrainz, and to other servers with its
// API. Source: listenbrainz.readthedocs.io.
package listenbrainz

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"sonora/internal/music"
	"sonora/internal/scrobble"
	"sonora/internal/scrobbling/remote"
)

// address is where ListenBrainz itself answers.
const address = "https://api.listenbrainz.org"

// maxBatch is how many listens one request has; ListenBrainz takes up to 1000.
const maxBatch = 100

// Client sends listens. It is safe for concurrent use.
type Client struct {
	remote  *remote.Client
	version string
}

// New returns a Client. While inside returns true, servers may be in private networks.
func New(version string, inside func() bool) *Client {
	return &Client{remote.NewClient(scrobble.ListenBrainz.Title(), version, nil, inside), version}
}

// MaxBatch returns how many listens Send takes.
func (c *Client) MaxBatch() int { return maxBatch }

var (
	errToken  = music.FieldError(music.Invalid, "token", music.Say("ListenBrainz does not know this token. Copy it from your settings there."))
	errServer = music.FieldError(music.Invalid, "server", music.Say("There is no server with the API of ListenBrainz at this address."))
	errRevoke = music.NewError(music.Unauthenticated, "ListenBrainz no longer accepts your token. Connect again with a new one.")
)

// Name returns the name of the person with a token. It returns Invalid if the service
// does not know the token, or the server is none.
func (c *Client) Name(ctx context.Context, server, token string) (string, error) {
	a, err := c.ask(ctx, http.MethodGet, server, "validate-token", token, nil)
	if music.CodeOf(err) == music.Unauthenticated {
		return "", errToken
	}
	if err != nil {
		return "", err
	}
	var answer struct {
		Valid *bool  `json:"valid"`
		Name  string `json:"user_name"`
	}
	if err := json.Unmarshal(a.Body, &answer); err != nil || a.Status != http.StatusOK || answer.Valid == nil {
		if server == "" {
			return "", a.Fault()
		}
		return "", errServer.Because(a.Cause())
	}
	if !*answer.Valid || answer.Name == "" {
		return "", errToken
	}
	return answer.Name, nil
}

// Send sends listens. It returns Invalid if the service does not want one of them.
func (c *Client) Send(ctx context.Context, server, token string, listens []scrobble.Listen) (done, refused int, err error) {
	kind := "import"
	if len(listens) == 1 {
		kind = "single"
	}
	payload := make([]listen, len(listens))
	for i := range listens {
		payload[i] = listen{listens[i].At.Unix(), c.metadata(&listens[i].Song)}
	}
	if err := c.submit(ctx, server, token, kind, payload); err != nil {
		return 0, 0, err
	}
	return len(listens), 0, nil
}

// Announce tells the service what a person plays now.
func (c *Client) Announce(ctx context.Context, server, token string, song *scrobble.Song) error {
	return c.submit(ctx, server, token, "playing_now", []listen{{0, c.metadata(song)}})
}

type listen struct {
	At       int64    `json:"listened_at,omitempty"`
	Metadata metadata `json:"track_metadata"`
}

type metadata struct {
	Artist string `json:"artist_name"`
	Title  string `json:"track_name"`
	Album  string `json:"release_name,omitempty"`
	More   more   `json:"additional_info"`
}

type more struct {
	Player        string   `json:"media_player"`
	PlayerVersion string   `json:"media_player_version"`
	Client        string   `json:"submission_client"`
	ClientVersion string   `json:"submission_client_version"`
	RecordingID   string   `json:"recording_mbid,omitempty"`
	ReleaseID     string   `json:"release_mbid,omitempty"`
	ArtistIDs     []string `json:"artist_mbids,omitempty"`
	ISRC          string   `json:"isrc,omitempty"`
	Number        int      `json:"tracknumber,omitempty"`
	Duration      int64    `json:"duration_ms,omitempty"`
}

func (c *Client) metadata(s *scrobble.Song) metadata {
	return metadata{s.Artist, s.Title, s.Album, more{
		Player: music.ProductName, PlayerVersion: c.version, Client: music.ProductName, ClientVersion: c.version,
		RecordingID: s.RecordingID, ReleaseID: s.ReleaseID, ArtistIDs: s.ArtistIDs, ISRC: s.ISRC, Number: s.Number,
		Duration: int64(s.Duration / time.Millisecond),
	}}
}

func (c *Client) submit(ctx context.Context, server, token, kind string, payload []listen) error {
	a, err := c.ask(ctx, http.MethodPost, server, "submit-listens", token, map[string]any{"listen_type": kind, "payload": payload})
	switch {
	case err != nil:
		return err
	case a.Status < http.StatusMultipleChoices:
		return nil
	case a.Status == http.StatusBadRequest, a.Status == http.StatusRequestEntityTooLarge, a.Status == http.StatusUnprocessableEntity:
		return music.NewError(music.Invalid, "ListenBrainz refused a listen.").Because(a.Cause())
	}
	return a.Fault()
}

// ask sends a request to a server, "" for ListenBrainz itself. It returns
// Unauthenticated if the server does not accept the token.
func (c *Client) ask(ctx context.Context, method, server, call, token string, body any) (*remote.Answer, error) {
	base, err := url.Parse(cmp.Or(server, address))
	if err != nil {
		return nil, errServer.Because(err)
	}
	encoded := []byte{}
	if body != nil {
		if encoded, err = json.Marshal(body); err != nil {
			return nil, fmt.Errorf("encode listens: %w", err)
		}
	}
	r, err := http.NewRequestWithContext(ctx, method, base.JoinPath("1", call).String(), bytes.NewReader(encoded))
	if err != nil {
		return nil, errServer.Because(err)
	}
	r.Header.Set("Authorization", "Token "+token)
	r.Header.Set("Content-Type", "application/json")
	a, err := c.remote.Ask(r)
	if err != nil {
		return nil, err
	}
	if a.Status == http.StatusUnauthorized || a.Status == http.StatusForbidden {
		return nil, errRevoke.Because(a.Cause())
	}
	return a, nil
}

// Server returns the form in which the address of a server is kept: without a slash or
// the version of the API at its end. It returns "" for ListenBrainz itself.
func Server(text string) string {
	text = strings.TrimRight(strings.TrimSpace(text), "/")
	text = strings.TrimSuffix(text, "/1")
	if text == address {
		return ""
	}
	return text
}
