// Package lastfm sends listens to Last.fm, and to other services with its API. Source:
// www.last.fm/api/scrobbling and www.last.fm/api/desktopauth.
package lastfm

import (
	"cmp"
	"context"
	"crypto/md5"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"

	"sonora/internal/music"
	"sonora/internal/scrobble"
	"sonora/internal/scrobbling/remote"
)

const (
	address  = "https://ws.audioscrobbler.com/2.0/" // where Last.fm itself answers
	maxBatch = 50                                   // listens in one request; Last.fm takes no more
)

// Access is what lets this server speak to Last.fm.
type Access struct {
	Key, Secret string
	URL         string // address of another service with the API; "" for Last.fm
}

// IsComplete reports whether the operator has entered what is needed.
func (a Access) IsComplete() bool { return a.Key != "" && a.Secret != "" }

// Client sends listens. It is safe for concurrent use.
type Client struct {
	version string
	access  func() Access
	inside  func() bool

	mu     sync.Mutex
	remote *remote.Client
	url    string // to which remote may connect
}

// New returns a Client. The address in its access may be in a private network; while
// inside returns true, every address may be.
func New(version string, access func() Access, inside func() bool) *Client {
	return &Client{version: version, access: access, inside: inside}
}

// MaxBatch returns how many listens Send takes.
func (c *Client) MaxBatch() int { return maxBatch }

var (
	errNoAccess = music.NewError(music.Conflict, "Last.fm is not set up on this server. Ask the operator to enter its API key and secret in the settings.")
	errAccess   = music.NewError(music.Elsewhere, "Last.fm does not accept this server's API key. Ask the operator to check it.")
	errWaiting  = music.NewError(music.Conflict, "Allow access at Last.fm first, then continue here.")
	errExpired  = music.NewError(music.Invalid, "This took too long. Connect once more.")
	errRevoke   = music.NewError(music.Unauthenticated, "Last.fm no longer accepts the connection. Connect again.")
	errListen   = music.NewError(music.Invalid, "Last.fm refused a listen.")
	errLimit    = music.NewError(music.TooMany, "Last.fm takes no more songs from you today.")
)

// IsAvailable reports whether the operator has set the service up.
func (c *Client) IsAvailable() bool { return c.access().IsComplete() }

// Request returns a token with which a person connects, and the address of the page
// on which that person allows it. It returns Conflict if the service is not set up.
func (c *Client) Request(ctx context.Context) (token, page string, err error) {
	var answer struct {
		Token string `json:"token"`
	}
	if err := c.call(ctx, "auth.getToken", url.Values{}, &answer); err != nil {
		return "", "", err
	}
	access := c.access()
	u, err := url.Parse(cmp.Or(access.URL, "https://www.last.fm/"))
	if err != nil {
		return "", "", errAccess.Because(err)
	}
	u = u.ResolveReference(&url.URL{Path: "/api/auth/", RawQuery: url.Values{"api_key": {access.Key}, "token": {answer.Token}}.Encode()})
	return answer.Token, u.String(), nil
}

// Session returns the name of the person who allowed the request with a token, and the
// key with which listens are sent. It returns Conflict before the person did, and Invalid
// for a token that is unknown or too old.
func (c *Client) Session(ctx context.Context, token string) (name, key string, err error) {
	var answer struct {
		Session struct{ Name, Key string } `json:"session"`
	}
	err = c.call(ctx, "auth.getSession", url.Values{"token": {token}}, &answer)
	if code := music.CodeOf(err); code == music.Unauthenticated || code == music.Invalid {
		return "", "", errExpired.Because(err)
	}
	if err != nil {
		return "", "", err
	}
	if answer.Session.Name == "" || answer.Session.Key == "" {
		return "", "", errExpired
	}
	return answer.Session.Name, answer.Session.Key, nil
}

// Send sends listens. After the first for which the person has reached the limit of the
// day, none are done.
func (c *Client) Send(ctx context.Context, _, key string, listens []scrobble.Listen) (done, refused int, err error) {
	params := url.Values{"sk": {key}}
	for i := range listens {
		suffix := fmt.Sprintf("[%d]", i)
		params.Set("timestamp"+suffix, strconv.FormatInt(listens[i].At.Unix(), 10))
		describe(params, suffix, &listens[i].Song)
	}
	var answer scrobbles
	if err := c.call(ctx, "track.scrobble", params, &answer); err != nil {
		return 0, 0, err
	}
	for _, one := range answer.Scrobbles.List {
		switch code := fmt.Sprint(one.Ignored.Code); code {
		case "5":
			return done, refused, errLimit
		case "0", "<nil>", "":
		default:
			refused++
		}
		done++
	}
	if done != len(listens) {
		return 0, 0, errAnswer.Because(fmt.Errorf("the answer has %d of %d listens", done, len(listens)))
	}
	return done, refused, nil
}

var errAnswer = music.NewError(music.Elsewhere, "%s does not answer as it should at the moment.", scrobble.LastFM.Title())

// scrobbles is an answer to track.scrobble, with a list that may be a single object.
type scrobbles struct {
	Scrobbles struct {
		List oneOrMany `json:"scrobble"`
	} `json:"scrobbles"`
}

type scrobbled struct {
	Ignored struct {
		Code any `json:"code"` // a number or a text with one; 0 for none
	} `json:"ignoredMessage"`
}

type oneOrMany []scrobbled

// UnmarshalJSON implements json.Unmarshaler.
func (l *oneOrMany) UnmarshalJSON(data []byte) error {
	var many []scrobbled
	if err := json.Unmarshal(data, &many); err == nil {
		*l = many
		return nil
	}
	var one scrobbled
	if err := json.Unmarshal(data, &one); err != nil {
		return err
	}
	*l = []scrobbled{one}
	return nil
}

// Announce tells the service what a person plays now.
func (c *Client) Announce(ctx context.Context, _, key string, song *scrobble.Song) error {
	params := url.Values{"sk": {key}}
	describe(params, "", song)
	return c.call(ctx, "track.updateNowPlaying", params, &struct{}{})
}

// describe adds a song to the parameters of a call.
func describe(params url.Values, suffix string, s *scrobble.Song) {
	for name, value := range map[string]string{
		"artist": s.Artist, "track": s.Title, "album": s.Album, "albumArtist": s.AlbumArtist, "mbid": s.RecordingID,
		"trackNumber": number(s.Number), "duration": number(int(s.Duration.Seconds())),
	} {
		if value != "" {
			params.Set(name+suffix, value)
		}
	}
}

func number(n int) string {
	if n <= 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// call calls a method of the API and decodes its answer.
func (c *Client) call(ctx context.Context, method string, params url.Values, into any) error {
	access := c.access()
	if !access.IsComplete() {
		return errNoAccess
	}
	to, err := c.to(access.URL)
	if err != nil {
		return err
	}
	params.Set("method", method)
	params.Set("api_key", access.Key)
	params.Set("api_sig", sign(params, access.Secret))
	params.Set("format", "json")
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, cmp.Or(access.URL, address), strings.NewReader(params.Encode()))
	if err != nil {
		return errAccess.Because(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	a, err := to.Ask(r)
	if err != nil {
		return err
	}
	var fault struct {
		Code int `json:"error"`
	}
	if err := errors.Join(json.Unmarshal(a.Body, &fault), json.Unmarshal(a.Body, into)); err != nil {
		return a.Fault()
	}
	if fault.Code != 0 || a.Status != http.StatusOK {
		return faultOf(fault.Code, a)
	}
	return nil
}

// to returns the client for the address of a service, "" for Last.fm.
func (c *Client) to(service string) (*remote.Client, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.remote != nil && c.url == service {
		return c.remote, nil
	}
	var named *url.URL
	if service != "" {
		u, err := url.Parse(service)
		if err != nil {
			return nil, errAccess.Because(err)
		}
		named = u
	}
	c.remote, c.url = remote.NewClient(scrobble.LastFM.Title(), c.version, named, c.inside), service
	return c.remote, nil
}

// faultOf returns what an error code of the API means.
func faultOf(code int, a *remote.Answer) error {
	known := map[int]*music.Error{
		4: errRevoke, 6: errListen, 7: errListen, 9: errRevoke, 10: errAccess, 13: errAccess, 14: errWaiting, 15: errRevoke, 26: errAccess, 29: a.Pause(),
	}
	if e := known[code]; e != nil {
		return e.Because(a.Cause())
	}
	return a.Fault() // such as 8, 11 and 16: later
}

// sign returns the signature of a call's parameters.
func sign(params url.Values, secret string) string {
	var text strings.Builder
	for _, name := range slices.Sorted(maps.Keys(params)) {
		text.WriteString(name + params.Get(name))
	}
	sum := md5.Sum([]byte(text.String() + secret))
	return hex.EncodeToString(sum[:])
}
