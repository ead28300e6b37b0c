package words

import (
	"strconv"
	"strings"
)

// Facts are what the sentence of a notification names. Who is "" for several people.
type Facts struct {
	Who, What string
	Count     int
}

// notice has the sentences of one kind: for one thing and for several, each
// with and without a name. {who}, {what} and {count} stand for the facts.
type notice struct{ title, one, many, oneNameless, manyNameless string }

var notices = map[string]map[string]notice{
	"en": {
		"announcement":             {title: "Announcement", one: "{what}"},
		"new-music":                {title: "New music", one: "{what}: a new track.", many: "{what}: {count} new tracks."},
		"playlist-change":          {title: "Playlist changed", one: "{who} added a track to {what}.", many: "{who} added {count} tracks to {what}.", oneNameless: "A track was added to {what}.", manyNameless: "{count} tracks were added to {what}."},
		"playlist-joined":          {title: "Playlist joined", one: "{who} joined your playlist {what}.", oneNameless: "Somebody joined your playlist {what}."},
		"new-follower":             {title: "New follower", one: "{who} follows you.", oneNameless: "Somebody follows you."},
		"followed-person-playlist": {title: "New playlist", one: "{who} made a playlist: {what}.", oneNameless: "Somebody you follow made a playlist: {what}."},
		"station-trouble":          {title: "Radio station", one: "{who}: {what}"},
		"new-episode":              {title: "New episode", one: "{who}: {what}", many: "{who}: {count} new episodes."},
		"test":                     {title: "It works", one: "Updates reach this device."},
		"more":                     {one: "And one more update.", many: "And {count} more updates."},
	},
	"es": {
		"announcement":             {title: "Aviso", one: "{what}"},
		"new-music":                {title: "Música nueva", one: "{what}: una canción nueva.", many: "{what}: {count} canciones nuevas."},
		"playlist-change":          {title: "Lista cambiada", one: "{who} ha añadido una canción a {what}.", many: "{who} ha añadido {count} canciones a {what}.", oneNameless: "Se ha añadido una canción a {what}.", manyNameless: "Se han añadido {count} canciones a {what}."},
		"playlist-joined":          {title: "Nuevo colaborador", one: "{who} se ha unido a tu lista {what}.", oneNameless: "Alguien se ha unido a tu lista {what}."},
		"new-follower":             {title: "Nuevo seguidor", one: "{who} te sigue.", oneNameless: "Alguien te sigue."},
		"followed-person-playlist": {title: "Lista nueva", one: "{who} ha hecho una lista: {what}.", oneNameless: "Alguien a quien sigues ha hecho una lista: {what}."},
		"station-trouble":          {title: "Emisora de radio", one: "{who}: {what}"},
		"new-episode":              {title: "Episodio nuevo", one: "{who}: {what}", many: "{who}: {count} episodios nuevos."},
		"test":                     {title: "Funciona", one: "Las novedades llegan a este dispositivo."},
		"more":                     {one: "Y una novedad más.", many: "Y {count} novedades más."},
	},
}

// Notice is the sentence of a kind of notification in a language, English
// where there is no other. A kind nobody wrote a sentence for says what it names.
func Notice(language, kind string, f Facts) string {
	n, ok := noticeOf(language, kind)
	if !ok {
		return f.What
	}
	said := n.one
	several := f.Count > 1 && n.many != ""
	switch {
	case several && f.Who == "" && n.manyNameless != "":
		said = n.manyNameless
	case several:
		said = n.many
	case f.Who == "" && n.oneNameless != "":
		said = n.oneNameless
	}
	return strings.NewReplacer("{who}", f.Who, "{what}", f.What, "{count}", strconv.Itoa(f.Count)).Replace(said)
}

// NoticeTitle is the heading of a kind of notification, "" where there is none.
func NoticeTitle(language, kind string) string {
	n, _ := noticeOf(language, kind)
	return n.title
}

func noticeOf(language, kind string) (notice, bool) {
	if n, ok := notices[language][kind]; ok {
		return n, true
	}
	n, ok := notices["en"][kind]
	return n, ok
}
