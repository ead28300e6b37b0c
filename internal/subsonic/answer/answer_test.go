package answer_test

import (
	"encoding/json"
	"encoding/xml"
	"strings"
	"testing"
	"time"

	"sonora/internal/subsonic/answer"
)

type item struct{ name string }

func write(w *answer.Writer, text string) {
	w.Text("text", text)
	w.TextIf("none", "")
	w.Int("number", -7)
	w.IntIf("zero", 0)
	w.Float("real", 0.5)
	w.Bool("yes", true)
	w.Ref("id", "al-", "1")
	w.Ref("noId", "al-", "")
	w.Time("at", time.Date(2026, 1, 2, 3, 4, 5, 67_800_000, time.UTC))
	w.Time("never", time.Time{})
	answer.List(w, "item", []item{{"a"}, {text}}, func(w *answer.Writer, i *item) { w.Content("value", i.name) })
	answer.List(w, "empty", []item{}, func(*answer.Writer, *item) { panic("there are none") })
	w.Texts("word", []string{"x", text})
	w.Ints("digit", []int{1, 2})
	w.Object("inside", func() { w.Text("text", text) })
}

const nasty = "<a href='x'>\"&\\\n\t\x00\x1f\x7f\u2028é😀\xff\ufffe"

func TestJSON(t *testing.T) {
	w := answer.New(answer.JSON, nil)
	w.Raw("{")
	write(w, nasty)
	w.Raw("}")
	var got map[string]any
	if err := json.Unmarshal(w.Bytes(), &got); err != nil {
		t.Fatalf("%v in %s", err, w.Bytes())
	}
	clean := strings.ToValidUTF8(nasty, "\ufffd")
	if got["text"] != clean || got["item"].([]any)[1].(map[string]any)["value"] != clean || got["word"].([]any)[1] != clean || got["inside"].(map[string]any)["text"] != clean {
		t.Errorf("%q", got)
	}
	if got["number"] != -7.0 || got["real"] != 0.5 || got["yes"] != true || got["id"] != "al-1" || got["at"] != "2026-01-02T03:04:05.067Z" || len(got["empty"].([]any)) != 0 {
		t.Errorf("%v", got)
	}
	for _, name := range []string{"none", "zero", "noId", "never"} {
		if _, there := got[name]; there {
			t.Errorf("%s is there", name)
		}
	}
	if strings.ContainsAny(string(w.Bytes()), "<>&\u2028") {
		t.Errorf("not safe in a page: %s", w.Bytes())
	}
}

func TestXML(t *testing.T) {
	w := answer.New(answer.XML, nil)
	w.Raw("<r")
	w.Begin()
	write(w, nasty)
	w.End("r")
	var got struct {
		Text   string   `xml:"text,attr"`
		Number int      `xml:"number,attr"`
		None   string   `xml:"none,attr"`
		Items  []string `xml:"item"`
		Words  []string `xml:"word"`
		Digits []int    `xml:"digit"`
		Inside struct {
			Text string `xml:"text,attr"`
		} `xml:"inside"`
		Empty []string `xml:"empty"`
	}
	if err := xml.Unmarshal(w.Bytes(), &got); err != nil {
		t.Fatalf("%v in %s", err, w.Bytes())
	}
	want := "<a href='x'>\"&\\\n\t\ufffd\ufffd\x7f\u2028é😀\ufffd\ufffd"
	if got.Text != want || got.Items[1] != want || got.Words[1] != want || got.Inside.Text != want {
		t.Errorf("%q, %q, %q, %q", got.Text, got.Items, got.Words, got.Inside.Text)
	}
	if got.Number != -7 || len(got.Items) != 2 || len(got.Digits) != 2 || len(got.Empty) != 0 {
		t.Errorf("%+v", got)
	}
}

func FuzzText(f *testing.F) {
	f.Add(nasty)
	f.Fuzz(func(t *testing.T, text string) {
		j := answer.New(answer.JSON, nil)
		j.Raw("{")
		write(j, text)
		j.Raw("}")
		if !json.Valid(j.Bytes()) {
			t.Errorf("%q", j.Bytes())
		}
		x := answer.New(answer.XML, nil)
		x.Raw("<r")
		x.Begin()
		write(x, text)
		x.End("r")
		if err := xml.Unmarshal(x.Bytes(), &struct{}{}); err != nil {
			t.Errorf("%v in %q", err, x.Bytes())
		}
	})
}
