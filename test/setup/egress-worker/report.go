package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/livekit/protocol/livekit"
	"github.com/livekit/psrpc"
)

// stops hears the requests to stop a recording that this worker runs.
type stops struct{ w *worker }

// StopEgress answers what the real handler does: a recording that runs is ending, one that has not begun is given up, and
// one that is already ending stays as it is. What comes then is the test's.
func (s stops) StopEgress(_ context.Context, req *livekit.StopEgressRequest) (*livekit.EgressInfo, error) {
	r, err := s.w.find(req.EgressId)
	if err != nil {
		return nil, err
	}
	r.sending.Lock()
	switch r.info.Status {
	case livekit.EgressStatus_EGRESS_STARTING:
		r.info.SetEndReason(livekit.EndReasonAPI)
		r.info.SetAborted(livekit.MsgStoppedBeforeStarted)
	case livekit.EgressStatus_EGRESS_ACTIVE:
		r.info.SetEndReason(livekit.EndReasonAPI)
		r.info.UpdateStatus(livekit.EgressStatus_EGRESS_ENDING)
	}
	answer := proto.CloneOf(r.info)
	r.sending.Unlock()
	// In the background, and after the answer at times, as the real worker does it.
	go func() {
		_ = s.w.report(context.Background(), req.EgressId, r)
		say(map[string]any{"ask": "stop", "egress_id": req.EgressId})
	}()
	return answer, nil
}

func (stops) UpdateEgress(context.Context, *livekit.UpdateEgressRequest) (*livekit.EgressInfo, error) {
	return nil, psrpc.ErrUnimplemented
}

func (stops) UpdateStream(context.Context, *livekit.UpdateStreamRequest) (*livekit.EgressInfo, error) {
	return nil, psrpc.ErrUnimplemented
}

// update changes the fields that are given and returns when LiveKit knows them. What is over stays as it is: a stop may
// have given it up a moment ago.
func (w *worker) update(ctx context.Context, egressID string, patch *livekit.EgressInfo) error {
	r, err := w.find(egressID)
	if err != nil {
		return fmt.Errorf("no recording runs as %s", egressID)
	}
	r.sending.Lock()
	if isOver(r.info) {
		r.sending.Unlock()
		return fmt.Errorf("no recording runs as %s", egressID)
	}
	now := time.Now().UnixNano()
	files := patch.FileResults
	patch.FileResults = nil
	proto.Merge(r.info, patch)
	if len(files) > 0 {
		setFile(r.info, files[0])
	}
	r.info.UpdatedAt = now
	if isOver(r.info) && r.info.EndedAt == 0 {
		r.info.EndedAt = now
	}
	r.sending.Unlock()
	return w.report(ctx, egressID, r)
}

// report tells LiveKit the newest state of a recording, again and again while nobody there answers.
func (w *worker) report(ctx context.Context, egressID string, r *recording) error {
	r.sending.Lock()
	defer r.sending.Unlock()
	if r.reportedAt == r.info.UpdatedAt {
		return nil
	}
	for wait := 250 * time.Millisecond; ; wait = min(2*wait, time.Minute) {
		_, err := w.io.UpdateEgress(ctx, r.info, psrpc.WithRequestTimeout(10*time.Second))
		if err == nil {
			break
		}
		if !errors.Is(err, psrpc.ErrRequestTimedOut) && !errors.Is(err, psrpc.ErrNoResponse) {
			return err
		}
		time.Sleep(wait)
	}
	r.reportedAt = r.info.UpdatedAt
	if isOver(r.info) {
		w.forget(egressID)
	}
	return nil
}

// setFile names the file where the older and the newer readers of an EgressInfo look for it.
func setFile(info *livekit.EgressInfo, file *livekit.FileInfo) {
	info.FileResults = []*livekit.FileInfo{file}
	info.Result = &livekit.EgressInfo_File{File: file}
}

func isOver(info *livekit.EgressInfo) bool {
	switch info.Status {
	case livekit.EgressStatus_EGRESS_STARTING, livekit.EgressStatus_EGRESS_ACTIVE, livekit.EgressStatus_EGRESS_ENDING:
		return false
	default:
		return true
	}
}
