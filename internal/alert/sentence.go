package alert

import "sonora/internal/music"

var titles = map[Kind]music.Message{
	NewStation:     music.Say("New station"),
	ReviewPending:  music.Say("AI music to review"),
	UserAction:     music.Say("Accounts"),
	StationTrouble: music.Say("Station in trouble"),
	FailedSignIns:  music.Say("Failed sign-ins"),
	FailingJobs:    music.Say("Failing jobs"),
	DiskFilling:    music.Say("Disk nearly full"),
	ServerFault:    music.Say("Server"),
	BackupFailed:   music.Say("Backup failed"),
	RefundFailed:   music.Say("Refund failed"),
}

// Title returns the heading of a kind; nothing for a kind that only a newer server
// knows.
func (k Kind) Title() music.Message { return titles[k] }

// Sentence returns the text of an alert.
func (a *Alert) Sentence() music.Message {
	who, what, count := a.Data.Who, a.Data.What, max(a.Count, 1)
	switch a.Kind {
	case NewStation:
		if count > 1 {
			return music.Say("%d new stations, the latest: %s.", count, what)
		}
		return music.Say("%s made the station %s.", orSomebody(who), what)
	case ReviewPending:
		if count > 1 {
			return music.Say("%d AI tracks wait for your review, the latest: %s.", count, what)
		}
		return music.Say("%s by %s waits for your review.", what, orSomebody(who))
	case UserAction:
		if count > 1 {
			return music.Say("%d changes of accounts, the latest: %s", count, music.DecodeMessage(what))
		}
		return music.DecodeMessage(what)
	case FailedSignIns:
		return music.Say("%d sign-ins failed within 15 minutes.", a.Data.Amount)
	case FailingJobs:
		return music.Say("The job “%s” failed: %s", who, what)
	case DiskFilling:
		return music.Say("The disk of %s with the folder %s has %d MB left.", who, what, a.Data.Amount)
	case ServerFault, StationTrouble:
		return music.Say("%s: %s", who, music.DecodeMessage(what))
	case BackupFailed:
		return music.Say("The backup failed: %s", music.DecodeMessage(what))
	case RefundFailed:
		return music.Say("A refund to %s failed, and the money is in your balance at Stripe. Pay it back in another way.", who)
	default: // a kind that only a newer server knows
		return music.Verbatim(what)
	}
}

// Report returns the sentence with how often it happened and whether it is over,
// for places that show nothing else.
func (a *Alert) Report() music.Message {
	said := a.Sentence()
	if a.Kind.Rule().Lasts && a.Count > 1 {
		said = music.Say("%s (%d times)", said, a.Count)
	}
	if !a.SolvedAt.IsZero() {
		said = music.Say("Solved: %s", said)
	}
	return said
}

func orSomebody(who string) any {
	if who == "" {
		return music.Say("Somebody")
	}
	return who
}
