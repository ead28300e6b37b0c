package automix

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"sonora/internal/automix/plan"
	"sonora/internal/music"
)

func TestUnderstand(t *testing.T) {
	var genres []music.Genre
	for _, name := range []string{"House", "Deep House", "Techno", "Drum & Bass", "Trip-Hop", "Electrónica"} {
		genres = append(genres, music.Genre{Name: name})
	}
	for prompt, want := range map[string]Understood{
		"45 minutes of deep house rising to a peak":                    {Minutes: 45, Genres: []string{"Deep House"}, Curve: plan.Rise},
		"Two hours of techno at 130 bpm":                               {Minutes: 120, Genres: []string{"Techno"}, BPMFrom: 130 * 0.97, BPMTo: 130 * 1.03},
		"1h30 house and techno, 120-128 BPM":                           {Minutes: 90, Genres: []string{"Techno", "House"}, BPMFrom: 120, BPMTo: 128},
		"an hour and a half of calm Trip Hop":                          {Minutes: 90, Genres: []string{"Trip-Hop"}, EnergyTo: calmest},
		"una hora y media de electronica tranquila":                    {Minutes: 90, Genres: []string{"Electrónica"}, EnergyTo: calmest},
		"media hora de música para una fiesta, subiendo hasta el pico": {Minutes: 30, Curve: plan.Rise, EnergyFrom: driving},
		"1 hour 20 minutes in A minor, waves":                          {Minutes: 80, Curve: plan.Wave, Keys: []music.Key{21}},
		"120 bpm Am":                                                   {BPMFrom: 116.4, BPMTo: 123.6, Keys: []music.Key{21}},
		"in the key of F#m":                                            {Keys: []music.Key{18}},
		"Cm and Bbm":                                                   {Keys: []music.Key{12, 22}},
		"tonalidad de la menor, sol# mayor":                            {Keys: []music.Key{8, 21}},
		"en si bemol mayor, en am":                                     {Keys: []music.Key{21, 10}},
		"I am happy, la menor duda":                                    {Ignored: []string{"am", "happy", "la", "menor", "duda"}},
		"8A or F# major, warm up and cooling down at the end":          {Keys: []music.Key{21, 6}, Curve: plan.Peak},
		"fast drum & bass":                                             {Genres: []string{"Drum & Bass"}, BPMFrom: fastest},
		"rainy techno by Nina":                                         {Genres: []string{"Techno"}, Ignored: []string{"rainy", "nina"}},
		"":                                                             {},
		"90":                                                           {Ignored: []string{"90"}},
		"techno, no house please":                                      {Genres: []string{"Techno"}, WithoutGenres: []string{"Deep House", "House"}},
		"techno without house or trip-hop, drum & bass":                {Genres: []string{"Drum & Bass", "Techno"}, WithoutGenres: []string{"Deep House", "House", "Trip-Hop"}},
		"house but no deep house":                                      {Genres: []string{"House"}, WithoutGenres: []string{"Deep House"}},
		"una hora de electrónica sin techno ni house":                  {Minutes: 60, Genres: []string{"Electrónica"}, WithoutGenres: []string{"Techno", "Deep House", "House"}},
		"nada de techno, no house, no trip hop":                        {WithoutGenres: []string{"Trip-Hop", "Techno", "Deep House", "House"}},
		"house, not too fast and not calm":                             {Genres: []string{"House"}, BPMTo: fastest, EnergyFrom: calmest},
		"techno que no sea lento, no muy fuerte":                       {Genres: []string{"Techno"}, EnergyTo: driving, BPMFrom: slowest},
		"1000 minutes of techno":                                       {Minutes: 180, AskedMinutes: 1000, Genres: []string{"Techno"}},
		"99:99 techno":                                                 {Minutes: 180, AskedMinutes: 99*60 + 99, Genres: []string{"Techno"}},
		"999999999 minutos":                                            {Minutes: 180, AskedMinutes: 999999999},
		"tres cuartos de hora de techno":                               {Minutes: 45, Genres: []string{"Techno"}},
		"una hora y cuarto de house":                                   {Minutes: 75, Genres: []string{"House"}},
		"hora y media, techno":                                         {Minutes: 90, Genres: []string{"Techno"}},
		"un cuarto de hora y house":                                    {Minutes: 15, Genres: []string{"House"}},
		"three quarters of an hour of house":                           {Minutes: 45, Genres: []string{"House"}},
		"three-quarters of an hour":                                    {Minutes: 45},
		"two and a half hours of techno":                               {Minutes: 150, Genres: []string{"Techno"}},
		"an hour and a quarter":                                        {Minutes: 75},
		"half an hour, a half-hour":                                    {Minutes: 30, Ignored: []string{"half-hour"}},
		"one hour and three quarters":                                  {Minutes: 105},
		"forty-five minutes of techno":                                 {Minutes: 45, Genres: []string{"Techno"}},
		"cuarenta y cinco minutos de house":                            {Minutes: 45, Genres: []string{"House"}},
		"una hora y veinte minutos":                                    {Minutes: 80},
		"happy hour, a quarter":                                        {Ignored: []string{"happy", "hour", "a", "quarter"}},
		"1 minute of house":                                            {Minutes: 5, AskedMinutes: 1, Genres: []string{"House"}},
		"drum&bass and techno":                                         {Genres: []string{"Drum & Bass", "Techno"}},
		"nothing but deep house":                                       {Genres: []string{"Deep House"}},
		"techno for my house":                                          {Genres: []string{"Techno"}},
		strings.Repeat("house ", 80):                                   {Genres: []string{"House"}, Ignored: nil},
	} {
		got, left := understand(prompt, genres)
		for _, run := range left {
			got.Ignored = append(got.Ignored, run...)
		}
		if len(prompt) > 400 {
			got.Ignored = nil
		}
		if diff := cmp.Diff(want, *got, cmpopts.IgnoreUnexported(Understood{}), cmpopts.EquateApprox(0, 1e-9), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%q: %s", prompt, diff)
		}
	}
}

// FuzzUnderstand reads arbitrary descriptions. Lengths and tempos must never be
// negative.
func FuzzUnderstand(f *testing.F) {
	f.Add("45 minutes of deep house rising to a peak, 8A")
	f.Add("1h30 – 120-128 BPM | olas")
	f.Fuzz(func(t *testing.T, prompt string) {
		u, left := understand(prompt, []music.Genre{{Name: "House"}, {Name: ".*"}, {Name: "("}, {Name: "–"}})
		if u.Minutes < 0 || u.Minutes > maxMinutes || u.BPMFrom < 0 || u.BPMTo < u.BPMFrom && u.BPMTo > 0 || len(u.Genres) > 4 {
			t.Errorf("%q: %+v", prompt, u)
		}
		for _, run := range left {
			if len(run) == 0 {
				t.Errorf("%q leaves nothing: %q", prompt, left)
			}
		}
	})
}
