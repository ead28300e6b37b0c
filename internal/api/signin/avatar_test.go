package signin_test

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/color/palette"
	"image/gif"
	"image/jpeg"
	"image/png"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"

	"sonora/internal/testkit"
)

// upload returns a form with a file in a field.
func upload(t *testing.T, who testkit.Person, field, name, file string) call {
	t.Helper()
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	part, err := w.CreateFormFile(field, name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := part.Write([]byte(file)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return call{Method: "POST", Path: "/api/user/avatar", As: who, Body: form.String(), Header: map[string]string{"Content-Type": w.FormDataContentType()}}
}

// painted returns a picture of one colour.
func painted(w, h int, c color.Color) *image.Paletted {
	img := image.NewPaletted(image.Rect(0, 0, w, h), append(color.Palette{c}, palette.WebSafe...))
	return img
}

func encodedAs(t *testing.T, form string, img *image.Paletted) string {
	t.Helper()
	var b bytes.Buffer
	var err error
	switch form {
	case "jpeg":
		err = jpeg.Encode(&b, img, nil)
	case "png":
		err = png.Encode(&b, img)
	case "gif":
		err = gif.Encode(&b, img, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// located returns a JPEG with a location.
func located(picture string) string {
	body := "Exif\x00\x00MM\x00\x2a\x00\x00\x00\x08\x00\x01\x88\x25\x00\x04\x00\x00\x00\x01\x00\x00\x00\x1a\x00\x00\x00\x00GPS 48.8584 N 2.2945 E"
	return picture[:2] + "\xff\xe1" + string(binary.BigEndian.AppendUint16(nil, uint16(len(body)+2))) + body + picture[2:]
}

// header returns a PNG with a size and no pixels.
func header(w, h uint32) string {
	chunk := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32([]byte("IHDR"), w), h)
	chunk = append(chunk, 8, 6, 0, 0, 0)
	return "\x89PNG\r\n\x1a\n\x00\x00\x00\x0d" + string(binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(chunk)))
}

func TestAvatar(t *testing.T) {
	s := empty.Join(t)
	red, polyglot := color.RGBA{255, 0, 0, 255}, "<html><script>alert(document.cookie)</script></html>"
	for name, file := range map[string]string{
		"a.jpg":                  encodedAs(t, "jpeg", painted(700, 900, red)),
		"b.png":                  encodedAs(t, "png", painted(700, 900, red)),
		"c.gif":                  encodedAs(t, "gif", painted(700, 900, red)),
		"d.html":                 encodedAs(t, "gif", painted(700, 900, red)) + polyglot,
		"e.svg":                  located(encodedAs(t, "jpeg", painted(900, 700, red))),
		"../../../../etc/passwd": encodedAs(t, "png", painted(512, 512, red)),
	} {
		r := s.Do(t, upload(t, s.Member, "file", name, file))
		url := testkit.JSON[person](t, r).ProfileImageURL
		if r.Status != http.StatusOK || url == nil || !strings.HasPrefix(*url, "/api/avatars/") || !strings.HasSuffix(*url, ".jpg") {
			t.Fatalf("%s: %d %s", name, r.Status, r.Body)
		}
		got := s.Do(t, call{Path: *url, As: s.Admin, ByCookie: true, Header: map[string]string{"Accept": "text/html"}})
		picture, err := jpeg.Decode(strings.NewReader(got.Body))
		if err != nil || got.Header.Get("Content-Type") != "image/jpeg" || got.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Fatalf("%s: %v %v", name, got.Header, err)
		}
		if r, g, b, _ := picture.At(256, 256).RGBA(); picture.Bounds().Size() != image.Pt(512, 512) || r < 0xf000 || g > 0x1000 || b > 0x1000 {
			t.Errorf("%s: %v, %v in the middle", name, picture.Bounds(), picture.At(256, 256))
		}
		for _, word := range []string{"GPS", "Exif", "script"} {
			if strings.Contains(got.Body, word) {
				t.Errorf("%s: %s is served", name, word)
			}
		}
	}
}

func TestAvatarIsReplaced(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	save := func(who testkit.Person, c color.Color) string {
		t.Helper()
		r := s.Do(t, upload(t, who, "file", "me.png", encodedAs(t, "png", painted(20, 20, c))))
		url := testkit.JSON[person](t, r).ProfileImageURL
		if r.Status != http.StatusOK || url == nil {
			t.Fatalf("%d %s", r.Status, r.Body)
		}
		return *url
	}
	red, blue := color.RGBA{255, 0, 0, 255}, color.RGBA{0, 0, 255, 255}
	first, others := save(s.Member, red), save(s.Admin, red)
	if first == others {
		t.Error("two people share a file")
	}
	if again := save(s.Member, red); again != first {
		t.Errorf("the same picture is %s, was %s", again, first)
	}
	asked := call{Path: first, As: s.Member}
	tag := s.Do(t, asked).Header.Get("ETag")
	second := save(s.Member, blue)
	s.Run(t, []testkit.Scenario{
		{Name: "the old one is gone", Request: asked, Status: 404},
		{Name: "the new one", Request: call{Path: second, As: s.Admin}, Status: 200, Headers: map[string]string{"Cache-Control": "immutable", "ETag": `"`, "Content-Type": "image/jpeg"}},
		{Name: "to a visitor", Request: call{Path: second}, Status: 200},
		{Name: "somebody else's stays", Request: call{Path: others, As: s.Member}, Status: 200},
		{Name: "known", Request: call{Path: others, As: s.Member, Header: map[string]string{"If-None-Match": `"` + strings.TrimPrefix(others, "/api/avatars/") + `"`}}, Status: 304},
		{Name: "another's tag", Request: call{Path: others, As: s.Member, Header: map[string]string{"If-None-Match": tag}}, Status: 200},
		{Name: "the folder", Request: call{Path: "/api/avatars/", As: s.Member}, Status: 404},
		{Name: "a path", Request: call{Path: "/api/avatars/..%2f..%2fsonora.db", As: s.Admin}, Status: 404},
		{Name: "no such", Request: call{Path: "/api/avatars/" + strings.Repeat("0", 32) + ".jpg", As: s.Member}, Status: 404},
		{Name: "taken away", Request: call{Method: "DELETE", Path: "/api/user/avatar", As: s.Member}, Status: 204},
		{Name: "none", Request: call{Path: "/api/auth/user", As: s.Member}, Status: 200, Contains: []string{`"profileImageUrl":null`}},
		{Name: "its file as well", Request: call{Path: second, As: s.Member}, Status: 404},
		{Name: "again", Request: call{Method: "DELETE", Path: "/api/user/avatar/", As: s.Member}, Status: 204},
		{Name: "nobody's", Request: call{Method: "DELETE", Path: "/api/user/avatar"}, Status: 401},
	})
}

func TestAvatarRefuses(t *testing.T) {
	s := empty.Join(t)
	whole := encodedAs(t, "png", painted(20, 20, color.Black))
	bomb := []byte(encodedAs(t, "gif", painted(4, 4, color.Black)))
	binary.LittleEndian.PutUint16(bomb[6:], 65535)
	binary.LittleEndian.PutUint16(bomb[8:], 65535)
	up := func(name, file string) call { return upload(t, s.Member, "file", name, file) }
	as := func(c call, change func(*call)) call {
		change(&c)
		return c
	}
	kind := func(content string) func(*call) {
		return func(c *call) { c.Header = map[string]string{"Content-Type": content} }
	}
	noPicture, damaged, tooMany := "Choose a JPG, PNG or GIF picture.", "This picture is damaged.", "This picture has too many pixels."
	s.Run(t, []testkit.Scenario{
		{Name: "SVG", Request: up("a.svg", `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`), Status: 415, Contains: []string{noPicture}},
		{Name: "SVG named PNG", Request: up("a.png", `<?xml version="1.0"?><svg onload="alert(1)"/>`), Status: 415, Contains: []string{noPicture}},
		{Name: "a program named PNG", Request: up("a.png", "MZ\x90\x00"+strings.Repeat("\x00", 5000)), Status: 415, Contains: []string{noPicture}},
		{Name: "HTML named GIF", Request: up("a.gif", "<html>GIF89a"), Status: 415, Contains: []string{noPicture}},
		{Name: "6 MB", Request: up("a.png", whole+strings.Repeat("x", 6<<20)), Status: 413, Contains: []string{`"detail":"Request body is too large."`}},
		{Name: "a little too large", Request: up("a.png", whole+strings.Repeat("x", 5<<20-len(whole)+1)), Status: 413, Contains: []string{`"detail":"This picture is larger than 5 MB."`}},
		{Name: "GIF bomb", Request: up("a.gif", string(bomb)), Status: 400, Contains: []string{tooMany}},
		{Name: "PNG bomb", Request: up("a.png", header(20_000, 20_000)), Status: 400, Contains: []string{tooMany}},
		{Name: "half a picture", Request: up("a.png", whole[:len(whole)/2]), Status: 400, Contains: []string{damaged}},
		{Name: "its first bytes", Request: up("a.png", whole[:10]), Status: 400, Contains: []string{damaged}},
		{Name: "an empty file", Request: up("a.png", ""), Status: 400, Contains: []string{`"detail":"No file was sent.","file":["No file was sent."]}`}},
		{Name: "another field", Request: upload(t, s.Member, "avatar", "a.png", whole), Status: 400, Contains: []string{`"file":["No file was sent."]`}},
		{Name: "no form", Request: as(up("a.png", whole), func(c *call) { c.Body = "no form" }), Status: 400},
		{Name: "half a form", Request: as(up("a.png", whole), func(c *call) { c.Body = c.Body[:len(c.Body)/2] }), Status: 400},
		{Name: "nothing", Request: as(up("a.png", whole), func(c *call) { c.Body = "" }), Status: 400},
		{Name: "JSON", Request: as(up("a.png", `{}`), kind("application/json")), Status: 415, Contains: []string{`"Content-Type must be multipart/form-data."`}},
		{Name: "bytes", Request: as(up("a.png", whole), kind("image/png")), Status: 415},
		{Name: "no boundary", Request: as(up("a.png", whole), kind("multipart/form-data")), Status: 415},
		{Name: "a form for JSON", Request: as(up("a.png", whole), func(c *call) { c.Path, c.Method = "/api/user/profile", "PUT" }), Status: 415, Contains: []string{`"Content-Type must be application/json."`}},
		{Name: "2 MB of JSON", Request: call{Method: "PUT", Path: "/api/user/profile", As: s.Member, Body: `{"bio":"` + strings.Repeat("x", 2<<20) + `"}`}, Status: 413},
		{Name: "nobody", Request: upload(t, testkit.Person{}, "file", "a.png", whole), Status: 401},
		{Name: "by a cookie from elsewhere", Request: as(up("a.png", whole), func(c *call) { c.ByCookie, c.Header["Origin"] = true, "https://evil.example" }), Status: 403},
		{Name: "by a cookie from nowhere", Request: as(up("a.png", whole), func(c *call) { c.ByCookie = true }), Status: 403},
		{Name: "nothing of it was kept", Request: call{Path: "/api/auth/user", As: s.Member}, Status: 200, Contains: []string{`"profileImageUrl":null`}},
		{Name: "by a cookie from here", Request: as(up("a.png", whole), func(c *call) { c.ByCookie, c.Header["Origin"], c.Path = true, s.URL, c.Path+"/" }), Status: 200, Contains: []string{`"profileImageUrl":"/api/avatars/`}},
		{Name: "exactly 5 MB", Request: up("a.png", whole+strings.Repeat("x", 5<<20-len(whole))), Status: 200},
	})
}
