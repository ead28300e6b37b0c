package automix

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"sonora/internal/music"
)

// TestGenresOfDescription names genres that the library has under another name,
// as a kind of it, or not at all, and words that say nothing about music.
func TestGenresOfDescription(t *testing.T) {
	f := newFixture(t)
	f.add(map[string]float64{"A": 120, "B": 122}, 61) // deep house
	for prompt, want := range map[string]Understood{
		"please something nice, a nice set of techno": {MissingGenres: []string{"techno"}},
		"techno, tekno and drum'n'bass":               {MissingGenres: []string{"techno", "drum and bass"}},
		"I'd like a great mix of house music":         {Genres: []string{"Deep House"}},
		"algo bonito de hiphop, por favor":            {MissingGenres: []string{"hip-hop"}},
		"música clásica sin techno ni rumba":          {MissingGenres: []string{"classical music"}},
		"rainy trance by Nina":                        {MissingGenres: []string{"trance"}, Artists: []string{"Nina"}, Ignored: []string{"rainy"}},
		"no metal but jazz":                           {MissingGenres: []string{"jazz"}},
		"no salsa but house":                          {Genres: []string{"Deep House"}},
		"no metal. Jazz!":                             {MissingGenres: []string{"jazz"}},
		"no metal, I like jazz":                       {MissingGenres: []string{"jazz"}},
		"sin reggaeton, solo jazz":                    {MissingGenres: []string{"jazz"}},
		"sin reggaeton ni salsa, pero jazz":           {MissingGenres: []string{"jazz"}},
		"no metal, rock or jazz":                      {},
		"neither metal nor jazz":                      {},
		"neither metal nor house":                     {WithoutGenres: []string{"Deep House"}},
		"no Nina but jazz":                            {MissingGenres: []string{"jazz"}, WithoutArtists: []string{"Nina"}},
		"nothing but jazz":                            {MissingGenres: []string{"jazz"}},
		"nada más que jazz":                           {MissingGenres: []string{"jazz"}},
		"nothing but house":                           {Genres: []string{"Deep House"}},
		"anything but house":                          {WithoutGenres: []string{"Deep House"}},
		"todo menos house":                            {WithoutGenres: []string{"Deep House"}},
		"drum&bass":                                   {MissingGenres: []string{"drum and bass"}},
		"R&B":                                         {MissingGenres: []string{"R&B"}},
		"something to dance to at my house":           {},
		"play music to dance to my house music":       {Genres: []string{"Deep House"}},
		"dance music":                                 {MissingGenres: []string{"dance"}},
	} {
		p := must[*Pair](t)(f.Pair(t.Context(), f.ana, prompt))
		want.Relaxed = p.Understood.Relaxed
		if diff := cmp.Diff(want, *p.Understood, cmpopts.IgnoreUnexported(Understood{}), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%q: %s", prompt, diff)
		}
	}
	m := must[*Made](t)(f.Order(t.Context(), f.ana, "", Wishes{Prompt: "2 hours of something nice, techno please"}))
	if got := notesOf(m); !strings.HasPrefix(got, "Your library has no techno tracks.|You asked for 120 minutes") {
		t.Errorf("notes: %s", got)
	}
}

// TestVocabulary finds every genre of the vocabulary by each of its names.
func TestVocabulary(t *testing.T) {
	for line := range strings.Lines(strings.TrimSpace(vocabulary)) {
		names := strings.Split(strings.TrimSpace(line), "|")
		for _, name := range names {
			k, n := kindAt(genreWords(name))
			if k == nil || k.name != names[0] || n != len(genreWords(name)) {
				t.Errorf("%q is %+v, of %d words", name, k, n)
			} else if got := k.among([]music.Genre{{Name: "Jam"}, {Name: name}}); !slices.Equal(got, []string{name}) {
				t.Errorf("%q is not found in a library that has it: %q", name, got)
			}
		}
	}
}
