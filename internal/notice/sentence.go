package notice

import "sonora/internal/music"

var titles = map[Kind]music.Message{
	NoticeAnnouncement:   music.Say("Announcement"),
	NoticeNewMusic:       music.Say("New music"),
	NoticePlaylistChange: music.Say("Playlist changed"),
	NoticePlaylistJoined: music.Say("Playlist joined"),
	NoticeNewFollower:    music.Say("New follower"),
	NoticeNewPlaylist:    music.Say("New playlist"),
	NoticeStationTrouble: music.Say("Radio station"),
	NoticeNewEpisode:     music.Say("New episode"),
	NoticeTrackApproved:  music.Say("Track approved"),
	NoticeTrackHeld:      music.Say("Upload waits for a review"),
	NoticeTrackRejected:  music.Say("Track not published"),

	NoticeScrobblingStopped: music.Say("Scrobbling stopped"),
	NoticeWebhookStopped:    music.Say("Webhook stopped"),
}

// Title returns the heading of a kind of notification; nothing for a kind that
// only a newer server knows.
func (k Kind) Title() music.Message { return titles[k] }

// Sentence returns the text of a notification.
func (n *Notification) Sentence() music.Message {
	who, what, count := n.Data.Who, n.Data.What, max(n.Data.Count, 1)
	switch n.Kind {
	case NoticeNewMusic:
		return music.Say("%s: %d new tracks.", what, count)
	case NoticePlaylistChange:
		if who == "" {
			return music.Say("%d tracks were added to %s.", count, what)
		}
		return music.Say("%s added %d tracks to %s.", who, count, what)
	case NoticePlaylistJoined:
		return music.Say("%s joined your playlist %s.", orSomebody(who), what)
	case NoticeNewFollower:
		return music.Say("%s follows you.", orSomebody(who))
	case NoticeNewPlaylist:
		if who == "" {
			return music.Say("Somebody you follow made a playlist: %s.", what)
		}
		return music.Say("%s made a playlist: %s.", who, what)
	case NoticeStationTrouble:
		return music.Say("%s: %s", who, music.DecodeMessage(what))
	case NoticeNewEpisode:
		if count > 1 {
			return music.Say("%s: %d new episodes.", who, count)
		}
		return music.Say("%s: %s", who, what)
	case NoticeTrackApproved:
		return music.Say("Everybody can now hear %s.", what)
	case NoticeTrackHeld:
		return music.Say("%s sounds like music that AI made here and that no operator has approved. Only you hear it until an operator approves it.", what)
	case NoticeTrackRejected:
		if n.Data.Why == "" {
			return music.Say("%s was not published. You can still hear it.", what)
		}
		return music.Say("%s was not published: %s", what, n.Data.Why)
	case NoticeScrobblingStopped:
		return music.Say("%s no longer accepts your listens. Connect again; those that wait are then sent.", what)
	case NoticeWebhookStopped:
		return music.Say("Your webhook at %s has failed for too long and receives nothing more. Repair it, then resume it in the settings.", what)
	default: // an announcement, or a kind that only a newer server knows
		return music.Verbatim(what)
	}
}

func orSomebody(who string) any {
	if who == "" {
		return music.Say("Somebody")
	}
	return who
}
