package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/testkit"
	"sonora/internal/testkit/apitest"
)

// rules repeats who may call each operation, so that a new operation, or a change
// of access, has to be entered here deliberately. Operations for operators need no
// entry.
var rules = map[string]string{
	"anyone": `shared sharedRadio sharedCover sharedStream sharedTrackCover oembed register login refresh logout registerAndSignIn endpoints google providers beginProviderLogin providerLogin
		verifyEmail resendVerification forgotPassword resetPassword confirmEmail invitation
		unsubscribeDigest loginCode beginEnrol enrol beginPasskeyLogin passkeyLogin about config welcome health`,
	"browser": `whatsNew releases tracks track trackAnalysis peaks lyrics albums album artists artist genres trackLetters albumLetters artistLetters years folders folder search publicProfile stream announce gain formats playlistHLS pieceHLS trackCover albumCover artistCover cover avatar
		podcasts podcast podcastCover podcastEpisodes episode episodeChapters episodeTranscript episodeSound streamEpisode
		stations station stationGenres stationCountries stationLogo stationEvents stationSchedule stationHistory stationRewind mixes mix mixTracklist streamMix similar instantMix sonicPath endless uploadedAudio uploadedCover`,
	"member": `makeShare ownShares changeShare removeShare history putBack clearHistory forgetPlay historyPause pauseHistory listening listeningYears madeForYou madeForYouTracks
		notifications unreadNotifications readNotifications dismissNotification restoreNotification follows following follow unfollow
		currentUser like unlike rate likedTracks recentlyPlayed stats activity library
		playlists makePlaylist playlist savePlaylist patchPlaylist removePlaylist playlistsOf playlistTracks addTracks removeTracks restoreTracks moveTracks
		playlistDuplicates savePlaylistCover removePlaylistCover playlistCover inviteToPlaylist uninviteFromPlaylist playlistMembers
		removePlaylistMember playlistInvitation joinPlaylist exportPlaylist importPlaylist smartFields smartPreview editAnalysis clearAnalysis analyseAgain
		editTags editManyTags saveCover removeCover tagEdits undoTagEdit lookUp foundCover takeFoundCover takeFoundLyrics setVisibility removeTrack ownTracks storage unfinishedUploads uploadResult uploadOffset giveUpUpload
		subscribePodcast importPodcasts exportPodcasts podcastImports saveSubscription unsubscribePodcast refreshPodcast episodes saveProgress
		stationPlaylists addStationPlaylist saveStationPlaylist removeStationPlaylist stationShows addStationShow saveStationShow removeStationShow
		stationQueue moveInQueue removeFromQueue addToQueue clearQueue stationRequests requestTrack removeRequest voteForRequest takeVoteBack queueRequest stationChat writeInChat removeFromChat
		stationLog stationHealth stationFigures skipStation putOffStation
		saveOwnStation patchOwnStation patchStationPlaylist patchStationShow patchRecording patchTags patchAnalysis patchSubscription removeOwnStation saveStationLogo removeStationLogo
		recordings recording saveRecording removeRecording recordingWaveform withdrawMix`,
	"player":  `reportPlay events stationHLS listenStation`,                                                                                                                                                                                                                         // members, also with an app password that only streams
	"creator": `beginUpload continueUpload upload keepUpload publishMix makePodcast savePodcast patchPodcast patchEpisode removePodcast savePodcastCover removePodcastCover podcastFigures addEpisode saveEpisode removeEpisode makeOwnStation searchDirectory importFromDirectory`, // members who may upload
	"person": `stationDJs makeStationDJ patchStationDJ patchProfile saveStationDJ renewStationDJ removeStationDJ studio studioPass playerDevices reportDevice deviceQueue steerDevice forgetDevice changePassword changeEmail cancelEmail security beginTOTP enableTOTP disableTOTP makeRecoveryCodes
		beginPasskey addPasskey renamePasskey removePasskey sessions renameSession endOtherSessions endSession endSessions ownEvents
		appPasswords makeAppPassword removeAppPassword unlinkIdentity saveProfile saveAvatar removeAvatar saveLanguage
		notificationChoices saveNotificationChoices pushKey subscribePush unsubscribePush testPush startExport exports exportFile deleteAccount keepAccount`,
	"admin": `startScan cancelScan problems missingTracks purgeMissing users`,
}

// operators is the path below which every operation is the operator's.
const operators = "/api/admin/"

// caller is a kind of caller, with the expected status by rule; 0 if access is
// allowed.
type caller struct {
	name    string
	as      testkit.Person
	header  map[string]string
	refusal map[string]int
}

func refusals(browser, member, player, person, admin int) map[string]int {
	return map[string]int{"browser": browser, "member": member, "creator": member, "player": player, "person": person, "admin": admin}
}

// listening is the status for listeners, who may not upload.
func listening(refusal map[string]int) map[string]int {
	refusal["creator"] = http.StatusForbidden
	return refusal
}

// TestEveryOperationForEveryRole calls every operation of the OpenAPI document.
func TestEveryOperationForEveryRole(t *testing.T) {
	t.Parallel()
	s := testkit.Start(t, testkit.Options{Proxies: []string{"127.0.0.1"}})
	callers := everybody(t, s)
	seen, last := map[string]bool{}, (*huma.Operation)(nil)
	for name, o := range operations() {
		seen[o.OperationID] = true
		rule := ruleOf(o)
		if rule == "" {
			t.Errorf("%s (%s) is in no rule", name, o.OperationID)
		}
		if o.OperationID == "endSessions" {
			last = o // it ends all sessions
			continue
		}
		for _, c := range callers {
			ask(t, s, o, c, rule)
		}
	}
	for _, c := range callers {
		ask(t, s, last, c, ruleOf(last))
	}
	for rule, ids := range rules {
		for id := range strings.FieldsSeq(ids) {
			if !seen[id] && id != "events" && id != "stationEvents" {
				t.Errorf("rule %s names %s, which there is not", rule, id)
			}
		}
	}
}

func ask(t *testing.T, s *testkit.Server, o *huma.Operation, c caller, rule string) {
	t.Helper()
	if o.OperationID == "logout" && c.as.Email != "" {
		c.as = s.SignIn(t, c.as.Email) // a session of its own, as it ends here
	}
	request := testkit.Request{
		Method: o.Method, Path: strings.NewReplacer("{id}", "01ARZ3NDEKTSV4RRFFQ69G5FAV", "{hash}", "x", "{kind}", "artist", "{name}", "x", "{provider}", "x", "{accountId}", "x", "{token}", "x").Replace(o.Path),
		As: c.as, Header: fromAnywhere(c.header),
	}
	if o.RequestBody != nil {
		request.Body = "{}"
		if o.RequestBody.Content["multipart/form-data"] != nil {
			request.Body, request.Header["Content-Type"] = "--x--", "multipart/form-data; boundary=x"
		}
	}
	got, want := s.Do(t, request).Status, c.refusal[rule]
	refused := got == http.StatusUnauthorized || got == http.StatusForbidden
	if rule == "anyone" { // a 401 for a wrong token or password is the response of the operation
		refused, want = got == http.StatusForbidden, 0
	}
	if want != 0 && got != want || want == 0 && refused || got >= http.StatusInternalServerError {
		t.Errorf("%s %s as %s: %d, want %d (0 is no refusal)", o.Method, o.Path, c.name, got, want)
	}
}

func ruleOf(o *huma.Operation) string {
	if strings.HasPrefix(o.Path, operators) {
		return "admin"
	}
	for rule, ids := range rules {
		for known := range strings.FieldsSeq(ids) {
			if known == o.OperationID {
				return rule
			}
		}
	}
	return ""
}

// everybody returns one caller of each kind.
func everybody(t *testing.T, s *testkit.Server) []caller {
	t.Helper()
	listener, disabled := s.SignUp(t, "listener@example.com"), s.SignUp(t, "disabled@example.com")
	apitest.ChangeAccount(t, s, listener, `{"role":"listener"}`)
	listener = s.SignIn(t, listener.Email) // a change of role ends sessions
	apitest.ChangeAccount(t, s, disabled, `{"active":false}`)
	const unknown, no = http.StatusUnauthorized, http.StatusForbidden
	return []caller{
		{"a visitor", testkit.Person{}, nil, refusals(0, unknown, unknown, unknown, unknown)},
		{"somebody with garbage", testkit.Person{}, map[string]string{"Authorization": "Bearer x.y.z"}, refusals(unknown, unknown, unknown, unknown, unknown)},
		{"a disabled account", testkit.Person{Access: disabled.Access}, nil, refusals(unknown, unknown, unknown, unknown, unknown)},
		{"a listener", listener, nil, listening(refusals(0, 0, 0, 0, no))},
		{"a creator", s.Member, nil, refusals(0, 0, 0, 0, no)},
		{"the operator", s.Admin, nil, refusals(0, 0, 0, 0, 0)},
		{"the operator's app password", testkit.Person{}, apitest.BasicAuth(t, s, s.Admin, "full"), refusals(0, 0, 0, no, no)},
		{"the operator's player", testkit.Person{}, apitest.BasicAuth(t, s, s.Admin, "stream"), refusals(0, no, 0, no, no)},
		{"a listener's app password", testkit.Person{}, apitest.BasicAuth(t, s, listener, "full"), listening(refusals(0, 0, 0, no, no))},
	}
}

// TestItemsOfOthers requests and deletes items of another person. They are not
// found, and they stay.
func TestItemsOfOthers(t *testing.T) {
	s := testkit.Start(t, testkit.Options{})
	ada, ben := s.SignUp(t, "ada@example.com"), s.Member
	apitest.BasicAuth(t, s, ada, "full")
	for _, list := range []string{"/api/account/sessions", "/api/account/app-passwords"} {
		items := testkit.JSON[[]struct{ ID string }](t, s.Do(t, testkit.Request{Path: list, As: ada}))
		if len(items) == 0 {
			t.Fatalf("nothing in %s", list)
		}
		for _, who := range []testkit.Person{ben, s.Admin} {
			path := fmt.Sprintf("%s/%s", list, items[0].ID)
			if r := s.Do(t, testkit.Request{Method: http.MethodDelete, Path: path, As: who}); r.Status != http.StatusNotFound {
				t.Errorf("DELETE %s as %s: %d", path, who.Email, r.Status)
			}
		}
		if after := testkit.JSON[[]struct{ ID string }](t, s.Do(t, testkit.Request{Path: list, As: ada})); len(after) != len(items) {
			t.Errorf("%s: %d, were %d", list, len(after), len(items))
		}
	}
}
