package share

import (
	"cmp"
	"context"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"strings"

	"sonora/internal/edge"
	"sonora/internal/link"
	"sonora/internal/music"
)

// shareHead is the metadata of a link for other sites and messengers: Open Graph
// (ogp.me), a Twitter card, and the address of its oEmbed.
var shareHead = template.Must(template.New("head").Parse(`<title>{{.Title}} | {{.Site}}</title>
    <meta name="description" content="{{.Text}}" />
    <meta property="og:site_name" content="{{.Site}}" />
    <meta property="og:type" content="{{.Type}}" />
    <meta property="og:title" content="{{.Title}}" />
    <meta property="og:description" content="{{.Text}}" />
    <meta property="og:url" content="{{.URL}}" />
    <meta property="og:image" content="{{.Image}}" />
    <meta name="twitter:card" content="summary_large_image" />
    <meta name="twitter:title" content="{{.Title}}" />
    <meta name="twitter:description" content="{{.Text}}" />
    <meta name="robots" content="noindex" />
    <link rel="alternate" type="application/json+oembed" href="{{.OEmbed}}" title="{{.Title}}" />
`))

var openGraphTypes = map[link.Kind]string{
	link.Track: "music.song", link.Album: "music.album", link.Playlist: "music.playlist",
	link.Station: "music.radio_station", link.Mix: "music.song",
}

// sharePage serves the page of a link: the web app with a head that describes
// the shared item to other sites.
func (a *API) sharePage(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	shared, err := a.Shares.Peek(r.Context(), id)
	if err != nil {
		a.Pages.ServeHead(w, r, http.StatusNotFound, "")
		return
	}
	site, base := a.Settings.Get(), a.Auth.PublicOrigin()
	page := base + "/s/" + url.PathEscape(id)
	var head strings.Builder
	err = shareHead.Execute(&head, map[string]string{
		"Title": shared.Title, "Site": site.SiteName, "Text": cmp.Or(shared.Subtitle, site.SiteDescription, music.DefaultSettings().SiteDescription), "Type": openGraphTypes[shared.Link.Kind], "URL": page,
		"Image": base + "/api/shared/" + url.PathEscape(id) + "/cover?size=1200", "OEmbed": base + "/api/oembed?format=json&url=" + url.QueryEscape(page),
	})
	if err != nil {
		a.edge.WriteProblem(w, r, fmt.Errorf("write the head of a share: %w", err))
		return
	}
	a.Pages.ServeHead(w, r, http.StatusOK, head.String())
}

// embedPage serves the small player, which any site may embed.
func (a *API) embedPage(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", strings.Replace(a.Policy, "frame-ancestors 'none'", "frame-ancestors *", 1))
	h.Del("Cross-Origin-Opener-Policy")
	a.Pages.ServeEmbed(w, r)
}

type oembedInput struct {
	URL       string `query:"url" required:"true" maxLength:"2000" doc:"Address of the page of a link."`
	Format    string `query:"format" maxLength:"10" doc:"Only json is supported."`
	MaxWidth  int    `query:"maxwidth" minimum:"0" maximum:"10000" doc:"Maximum width of the player in pixels."`
	MaxHeight int    `query:"maxheight" minimum:"0" maximum:"10000" doc:"Maximum height of the player in pixels."`
}

type oembedJSON struct {
	Version      string `json:"version" doc:"Always 1.0."`
	Type         string `json:"type" doc:"Always rich."`
	Title        string `json:"title" doc:"Title of what is shared."`
	AuthorName   string `json:"author_name" doc:"Artist or owner."`
	ProviderName string `json:"provider_name" doc:"Name of this site."`
	ProviderURL  string `json:"provider_url" doc:"Address of this site."`
	ThumbnailURL string `json:"thumbnail_url" doc:"Address of the picture."`
	ThumbnailW   int    `json:"thumbnail_width" doc:"Width of the picture in pixels."`
	ThumbnailH   int    `json:"thumbnail_height" doc:"Height of the picture in pixels."`
	HTML         string `json:"html" doc:"Markup of the player, an iframe."`
	Width        int    `json:"width" doc:"Width of the player in pixels."`
	Height       int    `json:"height" doc:"Height of the player in pixels."`
}

// Sizes of the small player in CSS pixels. One track is shown as a strip, several
// as a list.
const (
	embedWidth       = 480
	embedTrackHeight = 152
	embedListHeight  = 380
	embedThumbnail   = 600
)

var errNoXML = music.NewError(music.Unsupported, "This server speaks oEmbed as JSON only.")

// oembed describes a link as a rich resource (oembed.com, section 2.3).
func (a *API) oembed(ctx context.Context, in *oembedInput) (*edge.Body[oembedJSON], error) {
	if in.Format != "" && in.Format != "json" {
		return nil, errNoXML
	}
	address, err := url.Parse(in.URL)
	id, ok := "", false
	if err == nil {
		id, ok = strings.CutPrefix(strings.TrimSuffix(address.Path, "/"), "/s/")
	}
	if !ok {
		return nil, music.ErrNotFound
	}
	shared, err := a.Shares.Peek(ctx, id)
	if err != nil {
		return nil, err
	}
	base := a.Auth.PublicOrigin()
	width, height := embedWidth, embedListHeight
	if shared.Link.Kind == link.Track || shared.Link.Kind == link.Mix {
		height = embedTrackHeight
	}
	if in.MaxWidth > 0 {
		width = min(width, in.MaxWidth)
	}
	if in.MaxHeight > 0 {
		height = min(height, in.MaxHeight)
	}
	frame := fmt.Sprintf(`<iframe src="%s/embed/%s" width="%d" height="%d" style="border:0;border-radius:14px" allow="autoplay; encrypted-media" loading="lazy" title="%s"></iframe>`,
		template.HTMLEscapeString(base), url.PathEscape(id), width, height, template.HTMLEscapeString(shared.Title))
	return edge.Reply(oembedJSON{
		Version: "1.0", Type: "rich", Title: shared.Title, AuthorName: shared.Subtitle, ProviderName: a.Settings.Get().SiteName, ProviderURL: base,
		ThumbnailURL: base + "/api/shared/" + url.PathEscape(id) + "/cover?size=600", ThumbnailW: embedThumbnail, ThumbnailH: embedThumbnail,
		HTML: frame, Width: width, Height: height,
	})
}
