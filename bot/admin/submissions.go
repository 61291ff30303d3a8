package admin

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/archive/submissions"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/bot/outbox"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/rating"
)

// The options of /submissions, besides the number of the one to show.
const (
	acceptOption  = "accept"
	declineOption = "decline"
	ReasonField   = "reason" // of the form too
)

// SubmissionsCommand is /submissions.
func SubmissionsCommand() handler.Handler {
	answer := handler.Handler{
		Name: "submissions",
		Options: []chat.Option{
			{Name: "show", Kind: chat.TextOption, Narrow: true},
			{Name: acceptOption, Kind: chat.TextOption, Narrow: true},
			{Name: declineOption, Kind: chat.TextOption, Narrow: true},
			{Name: ReasonField, Kind: chat.TextOption},
			{Name: submissionsSetting, Kind: chat.ChoiceOption, Choices: submissionsTaken},
		},
		Prepare: handler.Admin | handler.Writes, Before: checkSchedule, Example: []chat.Given{{Name: submissionsSetting, Value: "any", Kind: chat.ChoiceOption}}, Answer: manageSubmissions,
	}
	answer.Buttons = []handler.Button{
		{Verb: chat.ShowSubmission, Options: func(f chat.Fill) (map[string]string, bool) {
			return map[string]string{"show": f.Press.Argument + f.Press.Chosen}, true
		}},
		{Verb: chat.AcceptSubmission, Options: handler.ArgumentAs(acceptOption)},
		{
			Verb: chat.DeclineSubmission, Options: handler.ArgumentAs(declineOption),
			Handler: &handler.Handler{Name: "declining", Options: []chat.Option{{Name: declineOption}}, Prepare: handler.Admin, Answer: askReason},
			Sent: &handler.Button{Options: func(f chat.Fill) (map[string]string, bool) {
				return map[string]string{declineOption: f.Press.Argument, ReasonField: f.Fields[ReasonField]}, true
			}},
		},
	}
	return answer
}

// manageSubmissions accepts or declines a submission, or changes which are taken; and shows one, or all that wait.
func manageSubmissions(ctx context.Context, env *handler.Env, q handler.Query) (reply chat.Reply, err error) {
	accept, decline, show := q.Option(acceptOption), q.Option(declineOption), q.Option("show")
	switch {
	case accept != "" && decline != "":
		return reply, chat.Refuse("refusal.accept-or-decline", nil)
	case strings.HasSuffix(accept, asks):
		reply, err = askAccept(ctx, env, q, strings.TrimSuffix(accept, asks))
	case accept != "":
		reply, err = decide(ctx, env, q, accept, "submissions.accepted", library.AcceptedSubmission, env.Store.Accept)
	case decline != "":
		reason := chat.Cut(chat.OneLine(q.Option(ReasonField)), maxReason)
		reply, err = decide(ctx, env, q, decline, "submissions.declined", library.DeclinedSubmission, func(ctx context.Context, guildID string, id int64, _ string) (submissions.Submission, error) {
			return env.Store.Decline(ctx, guildID, id, reason)
		})
	case show != "":
		reply, err = oneSubmission(ctx, env, q, show)
	default:
		guild, err := changedSchedule(ctx, env, q)
		if err != nil {
			return reply, err
		}
		return waiting(ctx, env, q, guild, nil)
	}
	return reply, err
}

// asks ends the argument of a button that asks whether its effect is meant.
const asks = "?"

// maxReason is how many characters the reason for a decision may have.
const maxReason = 300

// waiting lists the submissions that wait for a decision, with a select to look at each.
func waiting(ctx context.Context, env *handler.Env, q handler.Query, guild daily.Guild, done chat.Text) (chat.Reply, error) {
	all, err := env.Store.Submissions(ctx, guild.ID)
	if err != nil {
		return chat.Reply{}, err
	}
	var lines []chat.Text
	if done != nil {
		lines = append(lines, done)
	}
	lines = append(lines, q.Say("submissions.takes-"+takes(guild), locale.Args{"Setup": chat.Asking("setup", chat.Chosen("page", chat.RulesPage)), "Contribute": chat.Mention("contribute")}))
	if len(all) == 0 {
		lines = append(lines, q.Say("submissions.none", nil))
	} else {
		lines = append(lines, q.SayCount("submissions.waiting", len(all), locale.Args{"Show": chat.Asking("submissions", chat.Given{Name: "show", Value: strconv.FormatInt(all[0].ID, 10)})}))
	}
	choose := chat.Select{Hint: q.Text("submissions.look", nil), Press: chat.Press{Verb: chat.ShowSubmission}}
	for _, n := range all[:min(len(all), maxListed)] {
		difficulty := q.Difficulty(rated(n).Tier)
		lines = append(lines, q.Say("submissions.line", locale.Args{
			"Puzzle": q.SubmissionName(n), "Difficulty": difficulty, "Player": q.PlayerPart(n.Player), "Day": q.Day(calendar.DateOf(n.Submitted)),
		}))
		choose.Options = append(choose.Options, chat.Choice{Label: chat.Cut(q.SubmissionName(n).String()+" · "+difficulty, chat.MaxSuggestion), Value: strconv.FormatInt(n.ID, 10)})
	}
	reply := chat.Private(q.Text("title.submissions", nil), outbox.Shortened(q.Speech, lines))
	if len(choose.Options) > 0 {
		reply.Screen.Selects = []chat.Select{choose}
	}
	reply.InPlace = q.Pressed != nil
	return reply, nil
}

// maxListed is how many submissions are listed, the oldest. A message has room for so many, whatever their names.
const maxListed = 10

// rated is the rating of a puzzle that was handed in, which has exactly one solution.
func rated(n submissions.Submission) rating.Rating {
	r, err := rating.Rate(n.Clues)
	if err != nil {
		panic(err) // it was rated when it was handed in
	}
	return r
}

// submission returns the submission of a number, "12" or "#12".
func submission(ctx context.Context, env *handler.Env, q handler.Query, number string) (submissions.Submission, error) {
	unknown := chat.Refuse("refusal.no-submission", locale.Args{"Text": chat.Quoted(number), "Submissions": chat.Mention("submissions")})
	id, err := strconv.ParseInt(strings.TrimPrefix(strings.TrimSpace(number), "#"), 10, 64)
	if err != nil {
		return submissions.Submission{}, unknown
	}
	n, err := env.Store.Submission(ctx, q.Place.GuildID, id)
	if errors.Is(err, postgres.ErrNotFound) {
		err = unknown
	}
	return n, err
}

// oneSubmission shows a submission with its board, and buttons to decide it.
func oneSubmission(ctx context.Context, env *handler.Env, q handler.Query, number string) (chat.Reply, error) {
	n, err := submission(ctx, env, q, number)
	if err != nil {
		return chat.Reply{}, err
	}
	id, r := strconv.FormatInt(n.ID, 10), rated(n)
	lines := []chat.Text{
		q.Say("submissions.from", locale.Args{"Player": q.PlayerPart(n.Player), "Day": q.Day(calendar.DateOf(n.Submitted)), "Difficulty": q.Difficulty(r.Tier), "Time": q.About(r.Score)}),
		{chat.Typed(n.Clues.String())},
	}
	if n.Credit != "" {
		lines = append(lines, q.Say("submissions.credited", locale.Args{"Name": chat.Typed(chat.FromFile(n.Credit))}))
	}
	reply := chat.Private(q.SubmissionName(n).String(), chat.Join("\n", lines...))
	back := chat.Button{Label: q.Text("button.back", nil), Look: chat.QuietLook, Press: chat.Press{Verb: chat.ShowSubmission}}
	switch {
	case n.State != submissions.Open:
		reply.Screen.Body = chat.Join("\n", reply.Screen.Body, q.Say("submissions.is-"+string(n.State), locale.Args{"Reason": chat.Typed(chat.OneLine(n.Reason)), "Collection": submissions.Collection}))
		reply.Screen.Rows = chat.Buttons(back)
	case !q.Buttons:
		reply.Screen.Body = chat.Join("\n", reply.Screen.Body, q.Say("submissions.without-buttons", locale.Args{
			"Accept":  chat.Asking("submissions", chat.Given{Name: acceptOption, Value: id}),
			"Decline": chat.Asking("submissions", chat.Given{Name: declineOption, Value: id}, chat.Given{Name: ReasonField, Value: "…"}),
		}))
	default:
		reply.Screen.Rows = chat.Buttons(
			chat.Button{Label: q.Text("button.accept-submission", nil), Press: chat.Press{Verb: chat.AcceptSubmission, Argument: id + asks}},
			chat.Button{Label: q.Text("button.decline-submission", nil), Press: chat.Press{Verb: chat.DeclineSubmission, Argument: id}}, back,
		)
	}
	reply.InPlace = q.Pressed != nil
	return q.WithBoard(reply, picture.Diagram{Title: q.Difficulty(r.Tier), Clues: n.Clues, Grid: n.Clues}), nil
}

// askAccept asks whether a submission is to be accepted.
func askAccept(ctx context.Context, env *handler.Env, q handler.Query, number string) (chat.Reply, error) {
	n, err := submission(ctx, env, q, number)
	if err != nil {
		return chat.Reply{}, err
	}
	id := strconv.FormatInt(n.ID, 10)
	reply := chat.Private(q.SubmissionName(n).String(), q.Say("submissions.confirm", locale.Args{"Puzzle": q.SubmissionName(n), "Collection": submissions.Collection}))
	reply.Screen.Rows = chat.Buttons(
		chat.Button{Label: q.Text("button.accept-submission", nil), Press: chat.Press{Verb: chat.AcceptSubmission, Argument: id}},
		chat.Button{Label: q.Text("button.back", nil), Press: chat.Press{Verb: chat.ShowSubmission, Argument: id}},
	)
	reply.InPlace = true
	return reply, nil
}

// askReason opens the form for the reason why a submission is declined.
func askReason(ctx context.Context, env *handler.Env, q handler.Query) (chat.Reply, error) {
	n, err := submission(ctx, env, q, q.Option(declineOption))
	if err != nil {
		return chat.Reply{}, err
	}
	reply := chat.Private(q.SubmissionName(n).String(), q.Say("submissions.without-form", locale.Args{
		"Decline": chat.Asking("submissions", chat.Given{Name: declineOption, Value: strconv.FormatInt(n.ID, 10)}, chat.Given{Name: ReasonField, Value: "…"}),
	}))
	reply.Form = &chat.Form{Title: q.Text("submissions.decline-title", locale.Args{"Number": n.ID}), Press: *q.Pressed, Fields: []chat.Field{
		{Name: ReasonField, Label: q.Text("submissions.reason", nil), Most: maxReason, Lines: true},
	}}
	return reply, nil
}

// decide accepts or declines a submission, notes who did it, and shows what waits.
func decide(ctx context.Context, env *handler.Env, q handler.Query, number, done string, action library.ChangeAction,
	change func(ctx context.Context, guildID string, id int64, by string) (submissions.Submission, error)) (chat.Reply, error) {
	n, err := submission(ctx, env, q, number)
	if err != nil {
		return chat.Reply{}, err
	}
	if n, err = change(ctx, q.Place.GuildID, n.ID, by(q)); err != nil {
		for _, refused := range []struct {
			err error
			key string
		}{{submissions.ErrDecided, "refusal.decided"}, {submissions.ErrKnown, "refusal.known-since"}} {
			if errors.Is(err, refused.err) {
				err = chat.Refuse(refused.key, locale.Args{"Puzzle": "#" + strconv.FormatInt(n.ID, 10), "Submissions": chat.Mention("submissions")})
			}
		}
		return chat.Reply{}, err
	}
	err = env.Store.NoteChange(ctx, library.Change{
		By: by(q), GuildID: q.Place.GuildID, Action: action, Subject: "submission " + strconv.FormatInt(n.ID, 10), Detail: n.Reason,
	})
	if err != nil {
		return chat.Reply{}, err
	}
	guild, err := env.Store.Guild(ctx, q.Place.GuildID)
	if err != nil {
		return chat.Reply{}, err
	}
	return waiting(ctx, env, q, guild, q.Say(done, locale.Args{"Puzzle": q.SubmissionName(n), "Collection": submissions.Collection, "Collections": chat.Mention("collections")}))
}
