package quota

import (
	"sonora/internal/music"
	"sonora/internal/premium"
)

// notIncluded says that a plan does not have a switch.
func notIncluded(e premium.Entitlement, plan string) music.Message {
	switch e {
	case premium.Lossless:
		return music.Say("Your plan %s does not include lossless quality.", plan)
	case premium.Downloads:
		return music.Say("Your plan %s does not include downloads.", plan)
	case premium.PrivateStations:
		return music.Say("Your plan %s does not include private stations.", plan)
	default:
		return music.Say("Your plan %s does not include this.", plan)
	}
}

// reached says which limit of a plan does not allow something.
func reached(e premium.Entitlement, plan string, limit, used int64) music.Message {
	switch e {
	case premium.AIGenerations:
		return music.Say("Your plan %s has a limit of %v for pieces by AI per month, and you have used %v. The count starts again next month.", plan, limit, used)
	case premium.AILength:
		return music.Say("Your plan %s has a limit of %v s for the length of a piece by AI.", plan, limit)
	case premium.AutomixMinutes:
		return music.Say("Your plan %s has a limit of %v min of automixes per month, and you have used %v min. The count starts again next month.", plan, limit, used)
	case premium.Storage:
		return music.Say("Your plan %s has a limit of %v MB for your files, and you have used %v MB.", plan, limit, used)
	case premium.Stations:
		return music.Say("Your plan %s has a limit of %v for stations, and you have %v.", plan, limit, used)
	case premium.RecordingLength:
		return music.Say("Your plan %s has a limit of %v min for a recording, so that you can only save a part of this one.", plan, limit)
	case premium.Streams:
		return music.Say("Music plays on %v of your devices, as many as your plan %s allows. Pause it on one of them.", limit, plan)
	default:
		return music.Say("Your plan %s does not allow more.", plan)
	}
}
