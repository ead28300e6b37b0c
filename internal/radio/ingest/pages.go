package ingest

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"sonora/internal/music"
)

// pages are the status pages that programs and directories request, by path.
func (s *Server) pages() map[string]http.HandlerFunc {
	return map[string]http.HandlerFunc{
		"/status-json.xsl":    s.statusJSON,
		"/admin/metadata":     s.metadata,
		"/admin/metadata.xsl": s.metadata,
		"/admin.cgi":          s.adminCGI,
		"/admin/stats":        s.stats,
		"/admin/stats.xml":    s.stats,
		"/admin/listclients":  s.listClients,
		"/admin/killsource":   s.killSource,
		"/7.html":             s.seven,
		"/stats":              s.shoutcastStats,
		"/currentsong":        s.currentSong,
	}
}

// Around serves the radio pages on the main port and passes all other requests
// to next.
func (s *Server) Around(next http.Handler) http.Handler {
	pages := s.pages()
	delete(pages, "/admin/stats") // the older API uses this path for the dashboard
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.isLateSource(r, looksLikeMount) {
			s.takeOver(w, r)
			return
		}
		if page := pages[r.URL.Path]; page != nil {
			s.serve(w, onMainPort(r), page)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// radioPort serves the pages, playlist files and streams on a radio port.
func (s *Server) radioPort() http.Handler {
	pages := s.pages()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Server", s.product())
		switch page := pages[r.URL.Path]; {
		case s.isLateSource(r, anyTarget):
			s.takeOver(w, r)
		case page != nil:
			s.serve(w, r, page)
		case r.Method == http.MethodOptions:
			w.Header().Set("Allow", allowed)
			w.Header().Set("Connection", "close") // libshout continues with SOURCE on a new connection
			w.WriteHeader(http.StatusNoContent)
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			s.fail(w, music.NewError(music.NotFound, "There is nothing here."))
		default:
			s.listener(w, r)
		}
	})
}

// listener serves a station's stream.
func (s *Server) listener(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(strings.TrimPrefix(r.URL.Path, "/"), "radio/")
	if name == "" || strings.Contains(name, "/") {
		s.fail(w, music.ErrNotFound)
		return
	}
	if kind, mount := listKind(name); kind != "" {
		s.serve(w, r, func(w http.ResponseWriter, r *http.Request) { s.list(w, r, kind, mount) })
		return
	}
	r2 := r.Clone(r.Context())
	r2.URL.Path, r2.URL.RawPath = "/radio/"+name, ""
	r2.RequestURI = r2.URL.RequestURI()
	s.Listeners.ServeHTTP(w, r2)
}

// serve adds what all pages have in common. Players on other sites read them.
func (s *Server) serve(w http.ResponseWriter, r *http.Request, page http.HandlerFunc) {
	h := w.Header()
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	if !strings.HasPrefix(r.URL.Path, "/admin") {
		h.Set("Access-Control-Allow-Origin", "*")
	}
	page(w, r)
}

// isLateSource reports whether a source arrived on a connection after another
// request.
func (s *Server) isLateSource(r *http.Request, isMount func(string) bool) bool {
	return r.Method == "SOURCE" || r.Method == http.MethodPut && isMount(r.URL.Path)
}

// takeOver hijacks the connection of a source.
func (s *Server) takeOver(w http.ResponseWriter, r *http.Request) {
	hijacker, ok := w.(http.Hijacker)
	if !ok {
		s.fail(w, music.NewError(music.Invalid, "This connection is for sources."))
		return
	}
	below, buffered, err := hijacker.Hijack()
	if err != nil {
		s.fail(w, err)
		return
	}
	if c, ok := below.(*conn); ok {
		below = c.Conn
	}
	defer hangUp(below)
	if !s.enter(below) {
		return
	}
	defer s.running.Done()
	defer s.talked(below)
	h := &head{method: r.Method, target: r.URL.Path, proto: r.Proto, header: r.Header}
	if len(r.TransferEncoding) > 0 { // net/http removes it from the header
		h.header.Set("Transfer-Encoding", r.TransferEncoding[0])
	}
	if below.SetDeadline(time.Now().Add(s.headTime)) == nil && s.request(below, buffered.Reader, h) {
		s.talk(below, bufio.NewReaderSize(buffered.Reader, maxFirst))
	}
}

// fail responds with an error in plain text, which source clients show.
func (s *Server) fail(w http.ResponseWriter, err error) {
	status, sentence, retry := statusOf(err)
	h := w.Header()
	h.Set("Content-Type", "text/plain; charset=utf-8")
	h.Set("X-Content-Type-Options", "nosniff")
	if retry != "" {
		h.Set("Retry-After", retry)
	}
	if status == http.StatusUnauthorized {
		h.Set("WWW-Authenticate", `Basic realm="`+realm+`"`)
	}
	if status == http.StatusInternalServerError {
		s.Log.Error("serve radio page failed", "error", err)
	}
	w.WriteHeader(status)
	_, _ = io.WriteString(w, sentence+"\n") // the client is gone
}

func (s *Server) product() string { return "Sonora " + s.Version }

// mounts returns the stations that visitors see, oldest first, which is a
// stable order like Icecast's.
func (s *Server) mounts(ctx context.Context) ([]Mount, error) {
	mounts, err := s.Stations.Mounts(ctx, false)
	if err != nil {
		return nil, fmt.Errorf("list stations: %w", err)
	}
	return mounts, nil
}

// oneOf returns the station that a page is about: by mount, or by SHOUTcast's
// stream number, from 1; the first station if neither is given.
func oneOf(mounts []Mount, form values) *Mount {
	if name := mountOf(form.get("mount")); name != "" {
		for i := range mounts {
			if mounts[i].Station.Mount == name {
				return &mounts[i]
			}
		}
		return nil
	}
	number := 1
	if text := form.get("sid"); text != "" {
		if _, err := fmt.Sscanf(text, "%d", &number); err != nil {
			return nil
		}
	}
	if number < 1 || number > len(mounts) {
		return nil
	}
	return &mounts[number-1]
}
