"""Dynamics by pinocchio, in our speeds.

It has speeds of floating, planar and ball joints along the axes of the child, ours are along those
of the parent: v = G dq, and dv = G ddq + drift.
"""

import numpy as np
import pinocchio as pin


class PinocchioDynamics:
    """A model without mimic joints of its own beside a robot of ours; joints by name."""

    def __init__(self, model, robot, gravity):
        self.model, self.data, self.robot = model, model.createData(), robot
        model.gravity.linear[:] = gravity

    def state(self, q, dq):
        """Its q, G (nv, speeds) and the drift."""
        tree, model = self.robot.articulation, self.model
        found = pin.neutral(model)
        matrix, drift = np.zeros((model.nv, tree.speeds)), np.zeros(model.nv)
        for k, joint in enumerate(tree.joints, start=1):
            if tree.starts[k] < 0:
                continue
            peer = model.joints[model.getJointId(joint.name)]
            own = q[tree.columns(joint.name)]
            if joint.kind in ("revolute", "continuous", "prismatic"):
                own = tree.mimic[k, 0] * own + tree.mimic[k, 1]
            if peer.nq == 2:
                own = [np.cos(own[0]), np.sin(own[0])]
            elif joint.kind == "planar":
                own = [own[0], own[1], np.cos(own[2]), np.sin(own[2])]
            found[peer.idx_q : peer.idx_q + peer.nq] = own
            columns = tree.columns(joint.name, speeds=True)
            block, extra = _block(joint.kind, found[peer.idx_q : peer.idx_q + peer.nq], dq[columns])
            some = slice(peer.idx_v, peer.idx_v + peer.nv)
            matrix[some, columns] = tree.mimic[k, 0] * block
            drift[some] = extra
        return found, matrix, drift

    def mass_matrix(self, q):
        at, matrix, _ = self.state(q, np.zeros(self.robot.speeds))
        pin.crba(self.model, self.data, at)
        upper = np.triu(self.data.M)
        return matrix.T @ (upper + np.triu(upper, 1).T) @ matrix

    def inverse_dynamics(self, q, dq, ddq):
        at, matrix, drift = self.state(q, dq)
        return matrix.T @ pin.rnea(self.model, self.data, at, matrix @ dq, matrix @ ddq + drift)

    def forward_dynamics(self, q, dq, torque):
        """Of a robot without mimic joints."""
        at, matrix, drift = self.state(q, dq)
        back = np.linalg.inv(matrix)
        found = pin.aba(self.model, self.data, at, matrix @ dq, back.T @ torque)
        return back @ (found - drift)


def _block(kind, q, dq):
    """How our speeds of a joint become pinocchio's, and what spins add to their rates."""
    if kind in ("floating", "ball"):
        turn = pin.Quaternion(q[-4:]).toRotationMatrix().T
        if kind == "ball":
            return turn, 0.0
        v, w = turn @ dq[:3], turn @ dq[3:]
        return np.kron(np.eye(2), turn), np.concatenate([-np.cross(w, v), np.zeros(3)])
    if kind == "planar":
        c, s = q[2], q[3]
        turn = np.array([[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]])
        x, y, w = turn @ dq
        return turn, np.array([w * y, -w * x, 0.0])
    return np.eye(len(dq)), 0.0
