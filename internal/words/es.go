package words

import "maps"

// spanish by the English sentence. Each file has the sentences of one area.
var spanish = func() map[string]string {
	all := map[string]string{}
	for _, area := range []map[string]string{
		spanishAccount,
		spanishAi,
		spanishInstrument,
		spanishAlert,
		spanishBackup,
		spanishKey,
		spanishLibrary,
		spanishMix,
		spanishPayment,
		spanishPodcast,
		spanishPremium,
		spanishSubsonic,
		spanishRadio,
		spanishExchange,
		spanishScrobbling,
		spanishWebhook,
		spanishServer,
		spanishDoctor,
	} {
		maps.Copy(all, area)
	}
	return all
}()
